import type { AttachmentView } from "@tidemark/core/router";
import { KeyedLock } from "@tidemark/core/concurrency";
import type { QueryClient } from "@tanstack/react-query";
import type { TidemarkClient } from "./client.tsx";
import { queryKeys } from "./queries.ts";

type Files = readonly AttachmentView[];

/** Changes what is attached, from what it is at that moment. Changes take turns; a failed one throws. */
export type ChangeFiles = (update: (files: Files) => Files) => Promise<void>;

export interface DraftFiles {
  readonly change: ChangeFiles;
  /** Reads again which of them are still there. */
  readonly refresh: () => void;
}

/** Every component that changes the same draft shares its lock. */
const locks = new WeakMap<QueryClient, KeyedLock>();

/** The files of a draft, whether or not it is shown now. */
export function draftFiles(
  { client, queries }: { readonly client: TidemarkClient; readonly queries: QueryClient },
  key: string,
): DraftFiles {
  const lock = locks.get(queries) ?? new KeyedLock();
  locks.set(queries, lock);
  const queryKey = queryKeys.draftFiles(key);
  // Reads take turns with changes: a read that ran beside one could answer the state before it.
  const read = (): Promise<Files> =>
    queries.fetchQuery({
      queryKey,
      queryFn: () => client.attachments.ofDraft.query({ key }),
      staleTime: 0,
    });
  return {
    change: (update) =>
      lock.run(key, async () => {
        // Read anew: another page may have changed it.
        const after = update(await read());
        await client.attachments.setDraft.mutate({ key, ids: after.map((file) => file.id) });
        queries.setQueryData(queryKey, [...after]);
      }),
    refresh: () => void lock.run(key, async () => void (await read())).catch(() => undefined),
  };
}
