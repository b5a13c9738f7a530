/** Moves the focus to the row that Tab would reach in the feed; false when there is none. */
export function focusFirstMemo(): boolean {
  const memo = document.querySelector<HTMLElement>('[data-memo-list] article[tabindex="0"]');
  memo?.focus();
  return memo !== null;
}
