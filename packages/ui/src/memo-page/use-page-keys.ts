import type { MemoView } from "@tidemark/core/router";
import { useEffect, type RefObject } from "react";
import { useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import { isTyping } from "../keyboard/is-typing.ts";
import { openRandom } from "../keyboard/open-random.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { isCommandKey } from "../state/single-keys.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { memoAddress, useGoToMemo } from "../state/view-address.ts";
import type { Neighbours } from "./neighbours.ts";
import { findToReach } from "./reach.ts";

/** The single-key commands of a memo's page, which act while nobody types. */
export function usePageKeys(
  memo: MemoView,
  { newer, older }: Neighbours,
  page: RefObject<HTMLElement | null>,
): void {
  const actions = useMemoActions();
  const goToMemo = useGoToMemo();
  const client = useClient();
  useEffect(() => {
    const reach = (key: string): void => void reachFor(page.current, key);
    const isOwn = memo.author === null && memo.deletedMs === null;
    const keys: Readonly<Record<string, () => void>> = {
      "[": () => newer !== null && goToMemo(newer, { replace: true }),
      "]": () => older !== null && goToMemo(older, { replace: true }),
      y: () => actions.copy(memoAddress(memo.id)),
      Y: () => actions.copy(memo.content),
      R: () => void openRandom(client, goToMemo),
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
      if (run === undefined || !isCommandKey(event.key)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [memo, actions, client, goToMemo, newer, older, page]);
}

/** Goes to what says that the key leads there, and opens it. */
function reachFor(page: HTMLElement | null, key: string): boolean {
  const target = findToReach(page, key);
  if (target === null) return false;
  target.focus();
  if (target.localName === "button") target.click();
  return true;
}

/** What the list has sent one to this page for: once it is there, if it comes soon. */
export function useReachOnOpen(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { reachOnOpen } = useUi.getState();
    if (reachOnOpen === null) return;
    setUi({ reachOnOpen: null });
    const untilMs = performance.now() + longestReachMs;
    let frame = 0;
    const look = (): void => {
      if (reachFor(page.current, reachOnOpen) || performance.now() > untilMs) return;
      frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [page]);
}

const longestReachMs = 2000;

/** The focus is on the page or nowhere: a field, a menu or a dialog has keys of its own. */
function isReading(target: EventTarget | null, page: HTMLElement | null): boolean {
  if (target === document.body) return true;
  return target instanceof Node && page?.contains(target) === true && !isTyping(target);
}
