import { useQueryClient } from "@tanstack/react-query";
import type { MemoView, RetaggedView } from "@tidemark/core/router";
import { useMemo } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { memoChanges } from "../memo-actions.ts";
import { tagStrings } from "./strings.ts";

/** Changes of a memo's tags, with what is said about them and how they are taken back. */
export interface RetagActions {
  add(id: string, tag: string): Promise<void>;
  remove(id: string, tag: string): Promise<void>;
}

export function useRetag(): RetagActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const { attempt, show } = memoChanges(client, queries);
    function change(
      id: string,
      tags: { readonly add: readonly string[]; readonly remove: readonly string[] },
      said: string,
    ): Promise<void> {
      return attempt([id], async () => {
        const done = await client.memos.retag.mutate({ ids: [id], ...tags });
        for (const { memo } of done) show(memo);
        if (done.every(({ steps }) => steps.length === 0)) return;
        const undo = () =>
          attempt([id], async () => (await undoRetag(client, done)).forEach((memo) => show(memo)));
        useFeedback.getState().say(said, undo, "tags");
      });
    }
    return {
      add: (id, tag) => change(id, { add: [tag], remove: [] }, tagStrings.added(tag)),
      remove: (id, tag) => change(id, { add: [], remove: [tag] }, tagStrings.removed(tag)),
    };
  }, [client, queries]);
}

/** Takes back what was done, in the texts as they are by then. */
function undoRetag(client: TidemarkClient, done: readonly RetaggedView[]): Promise<MemoView[]> {
  const memos = done.map(({ memo, steps }) => ({ id: memo.id, seenIn: memo.content, steps }));
  return client.memos.undoRetag.mutate({ memos });
}
