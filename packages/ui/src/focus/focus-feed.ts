/** Row of a feed that Tab would reach, or the first checkbox of a list of tasks. */
const firstOfList =
  '[data-memo-list] article[tabindex="0"], [data-memo-list] [data-task-key] input[type="checkbox"]';

const anyOfList =
  '[data-memo-list] article, [data-memo-list] [data-task-key] input[type="checkbox"], [data-library-at]';

/** Focuses the list; returns false if it is empty. */
export function focusFirstMemo(): boolean {
  return focusOn(firstOfList);
}

/** Focuses the message of an empty list; returns false if there is none. */
export function focusEmptyMessage(): boolean {
  return focusOn("[data-empty-message]");
}

function focusOn(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}

/** Focuses a visible row of the list: the one that Tab would reach, or else the first. */
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

/** Returns true unless the top of a row is under a sticky header. */
function isUncovered(row: HTMLElement): boolean {
  const { left, top, width } = row.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + 1);
  return above !== null && row.contains(above);
}
