import type { AttachmentView } from "@tidemark/core/router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "../data/client.tsx";
import { showMemo } from "../data/memo-cache.ts";
import { queryKeys } from "../data/queries.ts";

type Files = readonly AttachmentView[];

/** Changes what is attached, from what it is at that moment. Changes take turns; a failed one throws. */
export type ChangeFiles = (update: (files: Files) => Files) => Promise<void>;

const none: Files = [];

/** The files of a draft, kept by the host until they are part of a memo. */
export function useDraftFiles(key: string): {
  readonly files: Files;
  readonly change: ChangeFiles;
} {
  const client = useClient();
  const queries = useQueryClient();
  const query = useMemo(
    () => ({
      queryKey: queryKeys.draftFiles(key),
      queryFn: () => client.attachments.ofDraft.query({ key }),
    }),
    [client, key],
  );
  const files = useQuery<Files>(query).data ?? none;
  const change = useMemo(
    () =>
      inTurns(async (update) => {
        // Read anew: another page may have changed it.
        const before: Files = await queries.fetchQuery({ ...query, staleTime: 0 });
        const after = update(before);
        await client.attachments.setDraft.mutate({ key, ids: after.map((file) => file.id) });
        queries.setQueryData(query.queryKey, [...after]);
      }),
    [client, queries, query, key],
  );
  return { files, change };
}

/** Changes the files of a memo. What is shown follows. */
export function useMemoFiles(memo: string): ChangeFiles {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(
    () =>
      inTurns(async (update) => {
        const { attachments } = await client.memos.get.query({ id: memo });
        const ids = update(attachments).map((file) => file.id);
        showMemo(queries, memo, await client.attachments.set.mutate({ memo, ids }));
      }),
    [client, queries, memo],
  );
}

function inTurns(change: ChangeFiles): ChangeFiles {
  let turn: Promise<void> = Promise.resolve();
  return (update) => {
    const done = turn.then(() => change(update));
    turn = done.catch(() => undefined);
    return done;
  };
}
