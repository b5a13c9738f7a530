/** The row of a feed that Tab would reach, or the first box of a list of tasks. */
const firstOfList =
  '[data-memo-list] article[tabindex="0"], [data-memo-list] [data-task-key] input[type="checkbox"]';

/** Moves the focus into the list; false when there is nothing in it. */
export function focusFirstMemo(): boolean {
  return focusOn(firstOfList);
}

/** Moves the focus to what stands where a list has nothing to show; false where there is something. */
export function focusEmptyMessage(): boolean {
  return focusOn("[data-empty-message]");
}

function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}
