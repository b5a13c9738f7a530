import { useQueryClient } from "@tanstack/react-query";
import type { MemoView, RetaggedView } from "@tidemark/core/router";
import { useMemo } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { memoChanges } from "../memo-actions.ts";
import { manyTagStrings } from "./many-strings.ts";
import { tagStrings } from "./strings.ts";

/** Changes of memos' tags, with messages and undo. */
export interface RetagActions {
  add(ids: readonly string[], tag: string): Promise<void>;
  remove(ids: readonly string[], tag: string): Promise<void>;
}

/** Number of memos changed per transaction; other writes wait for it. */
const piece = 100;

export function useRetag(): RetagActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const { attempt, show } = memoChanges(client, queries);
    function change(
      ids: readonly string[],
      tags: { readonly add: readonly string[]; readonly remove: readonly string[] },
      said: (count: number) => string,
    ): Promise<void> {
      return attempt(ids, async () => {
        const changed: RetaggedView[] = [];
        const settle = (): void => {
          if (changed.length === 0) return;
          const of = changed.map(({ memo }) => memo.id);
          const undo = () =>
            attempt(of, () =>
              inPieces(changed, async (some) => (await undoRetag(client, some)).forEach(show)),
            );
          useFeedback.getState().say(said(changed.length), undo, "tags");
        };
        try {
          await inPieces(ids, async (some) => {
            const done = await client.memos.retag.mutate({ ids: some, ...tags });
            for (const { memo } of done) show(memo);
            changed.push(...done.filter(({ steps }) => steps.length > 0));
          });
        } finally {
          // Includes the pieces that succeeded before one was rejected.
          settle();
        }
      });
    }
    return {
      add: (ids, tag) =>
        change(ids, { add: [tag], remove: [] }, (count) =>
          ids.length === 1 ? tagStrings.added(tag) : manyTagStrings.added(`#${tag}`, count),
        ),
      remove: (ids, tag) =>
        change(ids, { add: [], remove: [tag] }, (count) =>
          ids.length === 1 ? tagStrings.removed(tag) : manyTagStrings.removed(`#${tag}`, count),
        ),
    };
  }, [client, queries]);
}

async function inPieces<Item>(
  all: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += piece) await work(all.slice(at, at + piece));
}

/** Reverts tag changes in the current texts of the memos. */
function undoRetag(client: TidemarkClient, done: readonly RetaggedView[]): Promise<MemoView[]> {
  const memos = done.map(({ memo, steps }) => ({ id: memo.id, seenIn: memo.content, steps }));
  return client.memos.undoRetag.mutate({ memos });
}
