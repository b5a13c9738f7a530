import type { AttachmentView } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import type { TidemarkClient } from "./client.tsx";
import { queryKeys } from "./queries.ts";
import { type InTurn, turns } from "./turns.ts";

type Files = readonly AttachmentView[];

/** Changes what is attached, from what it is at that moment. Changes take turns; a failed one throws. */
export type ChangeFiles = (update: (files: Files) => Files) => Promise<void>;

export interface DraftFiles {
  readonly change: ChangeFiles;
  /** Reads again which of them are still there. */
  readonly refresh: () => void;
}

/** Whoever changes one draft takes turns with all others that do. */
const turnsOf = new WeakMap<QueryClient, Map<string, InTurn>>();

/** The files of a draft, whether or not it is shown now. */
export function draftFiles(
  { client, queries }: { readonly client: TidemarkClient; readonly queries: QueryClient },
  key: string,
): DraftFiles {
  const inTurn = turnsFor(queries, key);
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
      inTurn(async () => {
        // Read anew: another page may have changed it.
        const after = update(await read());
        await client.attachments.setDraft.mutate({ key, ids: after.map((file) => file.id) });
        queries.setQueryData(queryKey, [...after]);
      }),
    refresh: () => void inTurn(async () => void (await read())).catch(() => undefined),
  };
}

function turnsFor(queries: QueryClient, key: string): InTurn {
  const known = turnsOf.get(queries) ?? new Map<string, InTurn>();
  turnsOf.set(queries, known);
  const inTurn = known.get(key) ?? turns();
  known.set(key, inTurn);
  return inTurn;
}
