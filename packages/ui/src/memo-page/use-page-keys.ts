import type { MemoView } from "@tidemark/core/router";
import { type RefObject, useEffect } from "react";
import { useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { typeIntoPopup } from "../focus/open-part.ts";
import { keysOf } from "../commands/commands.ts";
import { isTyping } from "../keyboard/is-typing.ts";
import { memoRuns } from "../keyboard/memo-commands.ts";
import { openRandom } from "../keyboard/open-random.ts";
import { pressIn, type Runs } from "../commands/press.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useGoToMemo } from "../state/view-address.ts";
import type { Neighbours } from "../memo/neighbours.ts";
import { findToReach } from "../state/comment-to-reach.ts";

/** Handles the shortcuts of a memo's page while no text field has the focus. */
export function usePageKeys(
  memo: MemoView,
  { newer, older }: Neighbours,
  page: RefObject<HTMLElement | null>,
): void {
  const actions = useMemoActions();
  const goToMemo = useGoToMemo();
  const client = useClient();
  useEffect(() => {
    const reach = (command: "comment" | "react" | "visibility" | "linkMemo") => (): void => {
      const isReached = (): boolean => reachFor(page.current, keysOf.onPage[command][0]);
      // A part of the page may still be loading; what is typed meanwhile is meant for it.
      if (!isReached()) focusWhenShown(isReached, { forMs: longestReachMs });
    };
    const ofMemo = memoRuns(memo, actions, {
      comment: reach("comment"),
      react: reach("react"),
      visibility: reach("visibility"),
      linkMemo: reach("linkMemo"),
    });
    const runs: Runs<"onPage"> = {
      ...ofMemo,
      newer: () => newer !== null && goToMemo(newer, { replace: true }),
      older: () => older !== null && goToMemo(older, { replace: true }),
      // Permanent deletion is only possible in the trash.
      trash: (at) => memo.deletedMs === null && ofMemo.trash(at),
      random: () => void openRandom(client, goToMemo),
      undo: () => useFeedback.getState().undo(),
    };
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (useUi.getState().editingId !== null || !isReading(event.target)) return;
      if (pressIn(["onPage"], event, runs)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [memo, actions, client, goToMemo, newer, older, page]);
}

/** Focuses the element with the shortcut, and clicks it if it is a button. */
function reachFor(page: HTMLElement | null, key: string): boolean {
  const target = findToReach(page, key);
  if (target === null) return false;
  target.focus();
  if (target.localName !== "button") return true;
  target.click();
  const untilMs = performance.now() + longestReachMs;
  const isOpen = (): boolean => target.getAttribute("aria-expanded") === "true";
  typeIntoPopup({
    isWanted: () => target.isConnected && (isOpen() || performance.now() < untilMs),
  });
  return true;
}

/** Focuses the element requested by `reachOnOpen` once it is rendered, within a time limit. */
export function useReachOnOpen(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { reachOnOpen } = useUi.getState();
    if (reachOnOpen === null) return;
    const end = (): void => setUi({ reachOnOpen: null });
    const untilMs = performance.now() + longestReachMs;
    let frame = 0;
    const look = (): void => {
      if (reachFor(page.current, reachOnOpen) || performance.now() > untilMs) return end();
      frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
      end();
    };
  }, [page]);
}

const longestReachMs = 2000;

/** Returns false in fields, menus and dialogs, which have their own keys, and in lists beside the page. */
function isReading(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || isTyping(target)) return false;
  return (
    target.closest('[role="dialog"], [role="alertdialog"], [data-memo-list], .memo-panel') === null
  );
}
