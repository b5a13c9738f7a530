import type { AppError } from "../../error/errors.ts";
import { ok, type Result } from "../../error/result.ts";
import type { Caller } from "../../model/caller.ts";
import type { Database } from "../../stores/database.ts";
import type { AttachmentService } from "../attachment-service.ts";
import { unusedAmong, type WaitingParts } from "./unused-files.ts";

interface RemoveUnusedDeps {
  readonly database: Pick<Database, "read">;
  readonly attachments: Pick<AttachmentService, "remove">;
}

/** One transaction removes so many. */
const pieceSize = 100;

/**
 * Removes those of the files that nothing uses still: between the question and the answer one may have
 * come onto a memo. Gives how many went.
 */
export async function removeUnused(
  { database, attachments }: RemoveUnusedDeps,
  caller: Caller,
  ids: readonly string[],
  waiting: () => Promise<WaitingParts>,
): Promise<Result<number, AppError>> {
  let removed = 0;
  for (let at = 0; at < ids.length; at += pieceSize) {
    const parts = await waiting();
    const unused = await database.read(async (stores) => {
      const files = await stores.attachments.findMany(ids.slice(at, at + pieceSize));
      return unusedAmong(stores, caller, files, parts);
    });
    if (unused.length === 0) continue;
    const done = await attachments.remove(
      caller,
      unused.map(({ id }) => id),
    );
    if (!done.ok) return done;
    removed += unused.length;
  }
  return ok(removed);
}
