import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { refreshMemos } from "../data/memo-cache.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { memoStrings } from "./strings.ts";

/** A question holds the focus until it has faded out, and gives it back then. */
async function questionGone(): Promise<void> {
  for (let frames = 0; frames < 60; frames += 1) {
    if (document.querySelector("[role=alertdialog]") === null) break;
    await new Promise(requestAnimationFrame);
  }
  await new Promise(requestAnimationFrame);
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
    await questionGone();
    // The button went with what it was for.
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost) document.querySelector("main")?.focus();
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
