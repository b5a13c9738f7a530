import { type AppError, withinFilterTime } from "../../error/errors.ts";
import { ok, type Result } from "../../error/result.ts";
import type { Caller } from "../../model/caller.ts";
import type { ServerDatabase } from "../../stores/server-database.ts";
import { type DigestAnswer, type DigestRequest, digestOf } from "../protocol/memo-digest.ts";

/**
 * Says what the caller's own memos are, a piece at a time, so that a device finds what differs (A31).
 * They are read and hashed beside the thread that serves everybody.
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
