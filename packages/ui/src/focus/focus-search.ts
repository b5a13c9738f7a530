export const searchFieldId = "search-memos";

/** Puts the caret into the search box, its text selected; false where there is none. */
export function focusSearch(): boolean {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return false;
  // It sticks at the top of what scrolls, where a browser would look for it further up.
  field.focus({ preventScroll: true });
  field.select();
  return true;
}
