import { type AppError, withinFilterTime } from "../../error/errors.ts";
import { ok, type Result } from "../../error/result.ts";
import type { Caller } from "../../model/caller.ts";
import type { ServerDatabase } from "../../stores/server-database.ts";
import { type DigestAnswer, type DigestRequest, digestOf } from "../protocol/memo-digest.ts";

/**
 * Returns digests of a range of the caller's own memos, so that a device can find differences (A31). A worker
 * reads and hashes them, outside the main thread.
 */
export function answerDigest(
  database: ServerDatabase,
  caller: Caller,
  { after, upTo, isListed }: DigestRequest,
): Promise<Result<DigestAnswer, AppError>> {
  return withinFilterTime(() =>
    database.read(async ({ memos }) => {
      const slice = await memos.digests({ creator: caller.name, after, upTo });
      return ok({
        upTo: slice.isEnd ? null : (slice.memos.at(-1)?.id ?? null),
        count: slice.memos.length,
        digest: digestOf(slice.memos),
        ...(isListed && { memos: [...slice.memos] }),
      });
    }),
  );
}
