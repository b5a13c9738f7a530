import type { AttachmentView } from "@tidemark/core/router";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { type TidemarkClient, useClient } from "../data/client.tsx";
import { showMemo } from "../data/memo-cache.ts";
import { queryKeys, useSyncStatus } from "../data/queries.ts";

type Files = readonly AttachmentView[];

/** Changes what is attached, from what it is at that moment. Changes take turns; a failed one throws. */
export type ChangeFiles = (update: (files: Files) => Files) => Promise<void>;

const none: Files = [];

/** The files of a draft, kept by the host until they are part of a memo. */
export function useDraftFiles(key: string): {
  readonly files: Files;
  readonly change: ChangeFiles;
  /** Reads again which of them are still there. */
  readonly refresh: () => void;
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
  const { change, refresh } = useMemo(() => {
    const inTurn = turns();
    // Reads take turns with changes: a read that ran beside one could answer the state before it.
    const read = (): Promise<Files> => queries.fetchQuery({ ...query, staleTime: 0 });
    const change: ChangeFiles = (update) =>
      inTurn(async () => {
        // Read anew: another page may have changed it.
        const after = update(await read());
        await client.attachments.setDraft.mutate({ key, ids: after.map((file) => file.id) });
        queries.setQueryData(query.queryKey, [...after]);
      });
    const refresh = (): void => void inTurn(async () => void (await read())).catch(() => undefined);
    return { change, refresh };
  }, [client, queries, query, key]);
  const refused = useSyncStatus().data?.rejected;
  // What the server refused may be a file of the draft, and what is tried again comes back to it.
  useEffect(refresh, [refused, refresh]);
  return { files, change, refresh };
}

/** Changes the files of a memo. What is shown follows. */
export function useMemoFiles(memo: string): ChangeFiles {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const inTurn = turns();
    return (update) =>
      inTurn(async () => {
        const { attachments } = await client.memos.get.query({ id: memo });
        const ids = update(attachments).map((file) => file.id);
        showMemo(queries, memo, await client.attachments.set.mutate({ memo, ids }));
      });
  }, [client, queries, memo]);
}

/** Keeps files of a draft that may not be shown now. */
export async function addToDraft(
  { client, queries }: { readonly client: TidemarkClient; readonly queries: QueryClient },
  key: string,
  added: AttachmentView,
): Promise<void> {
  const files = [...(await client.attachments.ofDraft.query({ key })), added];
  await client.attachments.setDraft.mutate({ key, ids: files.map((file) => file.id) });
  queries.setQueryData(queryKeys.draftFiles(key), files);
}

/** Runs one piece of work after the other, also after one that failed. */
function turns(): (work: () => Promise<void>) => Promise<void> {
  let turn: Promise<void> = Promise.resolve();
  return (work) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
}
