export const searchFieldId = "search-memos";

/** Puts the caret into the search box, its text selected. */
export function focusSearch(): void {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
