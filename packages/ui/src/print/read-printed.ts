import type { MemoView } from "@tidemark/core/router";
import type { TidemarkClient } from "../data/client.tsx";
import type { MemoListQuery } from "../data/memo-pages.ts";

/** Maximum number of printed memos; a browser can't lay out more without a delay. */
export const maxPrinted = 500;
/** Maximum page size of the host. */
const pageSize = 200;

export interface Printed {
  readonly memos: readonly MemoView[];
  /** True if the list has more memos. */
  readonly hasMore: boolean;
  /** Time of loading, in epoch milliseconds. */
  readonly readMs: number;
}

/** Returns the first memos of a list, up to `maxPrinted`. */
export async function readList(
  client: TidemarkClient,
  query: MemoListQuery,
  signal: AbortSignal,
): Promise<Printed> {
  const memos: MemoView[] = [];
  let cursor: string | null = null;
  do {
    const size = Math.min(pageSize, maxPrinted - memos.length);
    const page: Awaited<ReturnType<typeof client.memos.list.query>> = await client.memos.list.query(
      { ...query, pageSize: size, cursor },
      { signal },
    );
    memos.push(...page.memos);
    cursor = page.nextCursor;
  } while (cursor !== null && memos.length < maxPrinted);
  return { memos, hasMore: cursor !== null, readMs: Date.now() };
}
