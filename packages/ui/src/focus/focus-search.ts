export const searchFieldId = "search-memos";

/** Focuses the search field and selects its text; returns false if there is no field. */
export function focusSearch(): boolean {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return false;
  // The field is sticky, and the browser would scroll up to its place in the document.
  field.focus({ preventScroll: true });
  field.select();
  return true;
}
