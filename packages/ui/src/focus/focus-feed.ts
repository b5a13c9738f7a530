/** The row of a feed that Tab would reach, or the first box of a list of tasks. */
const firstOfList =
  '[data-memo-list] article[tabindex="0"], [data-memo-list] [data-task-key] input[type="checkbox"]';

/** Moves the focus into the list; false when there is nothing in it. */
export function focusFirstMemo(): boolean {
  const memo = document.querySelector<HTMLElement>(firstOfList);
  memo?.focus();
  return memo !== null;
}
