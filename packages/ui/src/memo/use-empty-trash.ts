import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { refreshMemos } from "../data/memo-cache.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { memoStrings } from "./strings.ts";

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Maximum time in milliseconds until the dialog has faded out and the button that opened it was removed. */
const settleMs = 2000;

/**
 * Focuses the screen once the focus is lost: the dialog returns it to the button that opened it, which is
 * then removed.
 */
async function keepFocus(): Promise<void> {
  for (const untilMs = performance.now() + settleMs; performance.now() < untilMs; await frame()) {
    if (document.querySelector("[role=alertdialog]") !== null) continue;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== null) continue;
    document.querySelector("main")?.focus();
    return;
  }
}

/** Deletes everything in the trash permanently, after a confirmation with the number of memos. */
export function useEmptyTrash(): { readonly isEmptying: boolean; empty(count: number): void } {
  const client = useClient();
  const queries = useQueryClient();
  const [isEmptying, setIsEmptying] = useState(false);
  const feedback = useFeedback.getState();

  async function purgeAll(): Promise<void> {
    setIsEmptying(true);
    try {
      const count = await client.memos.emptyTrash.mutate();
      feedback.say(memoStrings.trashEmptied(count));
    } catch (error) {
      feedback.fail(describeError(error));
    }
    setIsEmptying(false);
    await refreshMemos(queries, client, null);
    await keepFocus();
  }

  return {
    isEmptying,
    empty: (count) =>
      feedback.ask({
        title: memoStrings.emptyTrashTitle(count),
        body: memoStrings.emptyTrashBody,
        action: memoStrings.purge,
        confirm: () => void purgeAll(),
      }),
  };
}
