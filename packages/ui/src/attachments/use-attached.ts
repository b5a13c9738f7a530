import { SerialQueue } from "@tidemark/core/concurrency";
import type { AttachmentView } from "@tidemark/core/router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useClient } from "../data/client.tsx";
import { showMemo } from "../data/memo-cache.ts";
import { queryKeys, useSyncStatus } from "../data/queries.ts";
import { type ChangeFiles, type DraftFiles, draftFiles } from "../data/draft-files.ts";

type Files = readonly AttachmentView[];

const none: Files = [];

/**
 * Returns the files of a draft, which the host stores until they are attached to a memo. `now` returns those
 * of this moment, also if one was added since the last render.
 */
export function useDraftFiles(
  key: string,
): DraftFiles & { readonly files: Files; readonly now: () => Files } {
  const client = useClient();
  const queries = useQueryClient();
  const files =
    useQuery<Files>({
      queryKey: queryKeys.draftFiles(key),
      queryFn: () => client.attachments.ofDraft.query({ key }),
    }).data ?? none;
  const draft = useMemo(() => draftFiles({ client, queries }, key), [client, queries, key]);
  const { refresh } = draft;
  const refused = useSyncStatus().data?.rejected;
  // The server may have rejected a file of the draft, and a retry adds it again.
  useEffect(refresh, [refused, refresh]);
  const now = (): Files => queries.getQueryData<Files>(queryKeys.draftFiles(key)) ?? none;
  return { files, now, ...draft };
}

/** Returns a function that changes the files of a memo and shows the result. */
export function useMemoFiles(memo: string): ChangeFiles {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const queue = new SerialQueue();
    return (update) =>
      queue.run(async () => {
        const { attachments } = await client.memos.get.query({ id: memo });
        const ids = update(attachments).map((file) => file.id);
        showMemo(queries, memo, await client.attachments.set.mutate({ memo, ids }));
      });
  }, [client, queries, memo]);
}
