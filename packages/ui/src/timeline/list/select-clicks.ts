import type { MouseEvent } from "react";
import { focusMemo } from "../../focus/focus-memo.ts";
import { extendSelected, toggleSelected, useSelection } from "../../state/selection.ts";
import { useUi } from "../../state/ui-state.ts";

const ownClicks =
  "a, button, input, textarea, select, label, summary, audio, video, [contenteditable], [role=slider]";

/**
 * Returns handlers for selecting by click: Shift extends the selection, Ctrl toggles a memo. Links and
 * buttons keep their own clicks; the title of a one-line card or hit selects if a selection exists.
 */
export function selectClicks(memoIds: readonly string[]) {
  return {
    onMouseDown(event: MouseEvent): void {
      // Keeps Shift+click from selecting text.
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

/** Returns the id of the clicked memo, or null if an element with its own click behaviour was hit. */
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
  // Shift+click extends an existing text selection instead.
  const text = getSelection();
  const isText = shiftKey && text !== null && !text.isCollapsed && card.contains(text.anchorNode);
  return isText ? null : id;
}
