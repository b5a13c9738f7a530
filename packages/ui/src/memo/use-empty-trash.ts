import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { refreshMemos } from "../data/memo-cache.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { memoStrings } from "./strings.ts";

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

/** How long a question may take to fade out, and the button that asked it to go with the memos. */
const settleMs = 2000;

/**
 * Gives the focus to the screen where it is lost: a question gives it back to the button that asked
 * it, once it has faded out, and that button goes with what it was for.
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

/** Deletes everything in the trash for good, once one has said so to how much that is. */
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
