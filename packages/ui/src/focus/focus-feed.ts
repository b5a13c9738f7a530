/** The row of a feed that Tab would reach, or the first box of a list of tasks. */
const firstOfList =
  '[data-memo-list] article[tabindex="0"], [data-memo-list] [data-task-key] input[type="checkbox"]';

const anyOfList =
  '[data-memo-list] article, [data-memo-list] [data-task-key] input[type="checkbox"], [data-library-at]';

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

/** Moves the focus into the list, to what is seen of it: the row that Tab would reach, or the first. */
export function focusSeenRow(): boolean {
  const rows = [
    ...document.querySelectorAll<HTMLElement>(firstOfList),
    ...document.querySelectorAll<HTMLElement>(anyOfList),
  ];
  const seen = rows.find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && isUncovered(row);
  });
  if (seen === undefined) return focusFirstMemo();
  seen.focus();
  return true;
}

/** Its beginning is not under what stands above the list. */
function isUncovered(row: HTMLElement): boolean {
  const { left, top, width } = row.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + 1);
  return above !== null && row.contains(above);
}
