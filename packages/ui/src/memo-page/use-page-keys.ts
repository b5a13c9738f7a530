import type { MemoView } from "@tidemark/core/router";
import { useEffect, type RefObject } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import { isTyping } from "../keyboard/is-typing.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { memoAddress, useGoToMemo } from "../state/view-address.ts";
import type { Neighbours } from "./neighbours.ts";

/** The single-key commands of a memo's page, which act while nobody types. */
export function usePageKeys(
  memo: MemoView,
  { newer, older }: Neighbours,
  page: RefObject<HTMLElement | null>,
): void {
  const actions = useMemoActions();
  const goToMemo = useGoToMemo();
  useEffect(() => {
    /** Goes to what says that the key leads there, and opens it. */
    const reach = (key: string): void => {
      const target = page.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
      target?.focus();
      if (target?.localName === "button") target.click();
    };
    const isOwn = memo.author === null && memo.deletedMs === null;
    const keys: Readonly<Record<string, () => void>> = {
      "[": () => newer !== null && goToMemo(newer, { replace: true }),
      "]": () => older !== null && goToMemo(older, { replace: true }),
      y: () => actions.copy(memoAddress(memo.id)),
      z: () => useFeedback.getState().undo(),
      c: () => reach("c"),
      r: () => reach("r"),
      ...(isOwn
        ? {
            v: () => reach("v"),
            l: () => reach("l"),
            e: () => beginEdit(memo.id),
            p: () => actions.setPinned(memo.id, !memo.pinned),
            a: () => actions.setArchived(memo.id, memo.state === "NORMAL"),
            s: () => setUi({ sharingId: memo.id }),
            t: () => setUi({ taggingId: memo.id }),
            Delete: () => actions.trash(memo.id),
          }
        : {}),
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (useUi.getState().editingId !== null || !isReading(event.target, page.current)) return;
      const run = keys[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [memo, actions, goToMemo, newer, older, page]);
}

/** The focus is on the page or nowhere: a field, a menu or a dialog has keys of its own. */
function isReading(target: EventTarget | null, page: HTMLElement | null): boolean {
  if (target === document.body) return true;
  return target instanceof Node && page?.contains(target) === true && !isTyping(target);
}
