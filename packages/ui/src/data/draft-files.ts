import type { AttachmentView } from "@tidemark/core/router";
import { KeyedLock } from "@tidemark/core/concurrency";
import type { QueryClient } from "@tanstack/react-query";
import type { TidemarkClient } from "./client.tsx";
import { queryKeys } from "./queries.ts";

type Files = readonly AttachmentView[];

/**
 * Updates the attached files, given the current ones. Updates of a draft run one at a time; a failed one
 * throws.
 */
export type ChangeFiles = (update: (files: Files) => Files) => Promise<void>;

export interface DraftFiles {
  readonly change: ChangeFiles;
  /** Reloads the draft's files. */
  readonly refresh: () => void;
}

/** One lock per draft, shared by all components that change it. */
const locks = new WeakMap<QueryClient, KeyedLock>();

/** Returns the operations on a draft's files, whether or not the draft is shown. */
export function draftFiles(
  { client, queries }: { readonly client: TidemarkClient; readonly queries: QueryClient },
  key: string,
): DraftFiles {
  const lock = locks.get(queries) ?? new KeyedLock();
  locks.set(queries, lock);
  const queryKey = queryKeys.draftFiles(key);
  // Reads use the lock too: a concurrent one could return the state before a change.
  const read = (): Promise<Files> =>
    queries.fetchQuery({
      queryKey,
      queryFn: () => client.attachments.ofDraft.query({ key }),
      staleTime: 0,
    });
  return {
    change: (update) =>
      lock.run(key, async () => {
        // Another page may have changed the files.
        const after = update(await read());
        await client.attachments.setDraft.mutate({ key, ids: after.map((file) => file.id) });
        queries.setQueryData(queryKey, [...after]);
      }),
    refresh: () => void lock.run(key, async () => void (await read())).catch(() => undefined),
  };
}
