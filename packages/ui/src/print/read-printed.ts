import type { MemoView } from "@tidemark/core/router";
import type { TidemarkClient } from "../data/client.tsx";
import type { MemoListQuery } from "../data/memo-pages.ts";

/** As many as stand on paper at once: a page of a browser holds no more without a wait. */
export const maxPrinted = 500;
/** As many as the host lists at once. */
const pageSize = 200;

export interface Printed {
  readonly memos: readonly MemoView[];
  /** There are more than are printed. */
  readonly hasMore: boolean;
  /** When they were read, in epoch ms. */
  readonly readMs: number;
}

/** The memos of a list from its beginning, up to `maxPrinted`. */
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
