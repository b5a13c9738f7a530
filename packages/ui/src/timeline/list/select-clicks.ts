import type { MouseEvent } from "react";
import { focusMemo } from "../../focus/focus-memo.ts";
import { extendSelected, toggleSelected, useSelection } from "../../state/selection.ts";
import { useUi } from "../../state/ui-state.ts";

const ownClicks =
  "a, button, input, textarea, select, label, summary, audio, video, [contenteditable], [role=slider]";

/**
 * Clicks with Shift select from where one began, with Ctrl one memo more or less. Links and buttons
 * keep theirs; only the title of a row, which is most of it, selects once something is selected.
 */
export function selectClicks(memoIds: readonly string[]) {
  return {
    onMouseDown(event: MouseEvent): void {
      // No text is selected on the way.
      if (event.shiftKey && event.button === 0 && cardOf(event) !== null) event.preventDefault();
    },
    onClick(event: MouseEvent): void {
      if (!(event.shiftKey || event.ctrlKey || event.metaKey)) return;
      const id = cardOf(event);
      if (id === null) return;
      event.preventDefault();
      if (event.shiftKey) extendSelected(memoIds, useUi.getState().activeId ?? id, id);
      else toggleSelected(id);
      focusMemo(id);
    },
  };
}

/** The memo that the click is on, if it is not on something that has clicks of its own. */
function cardOf({ target, shiftKey }: MouseEvent): string | null {
  const card = target instanceof Element ? target.closest("article") : null;
  const id = card?.dataset["memo"];
  if (!(target instanceof Element) || card === null || id === undefined) return null;
  if (useUi.getState().editingId === id) return null;
  const own = target.closest(ownClicks);
  if (own !== null && card.contains(own)) {
    const isTitle = own.matches(".memo-line-text, .search-hit h2 a, a:has(> time)");
    return isTitle && useSelection.getState().ids.size > 0 ? id : null;
  }
  // Who has begun to select text goes on with that.
  const text = getSelection();
  const isText = shiftKey && text !== null && !text.isCollapsed && card.contains(text.anchorNode);
  return isText ? null : id;
}
