export const searchFieldId = "search-memos";

/** Puts the caret into the search box, its text selected; false where there is none. */
export function focusSearch(): boolean {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return false;
  field.focus();
  field.select();
  return true;
}
