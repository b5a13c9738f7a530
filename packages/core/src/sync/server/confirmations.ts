import type { Caller } from "../../model/caller.ts";
import type { ServerDatabase } from "../../stores/server-database.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import type { PullRequest } from "../protocol/messages.ts";
import { userScope } from "../../model/scope.ts";

/** Minimum interval between writes of a stream's position; a busy device pulls often. */
const writeEveryMs = 60_000;
const maxStreams = 10_000;

/**
 * Records each device's cursor in its user's own scope, taken from its pulls. Memos that a device has
 * confirmed can be renewed without a merge.
 */
export function createConfirmations(deps: {
  readonly database: ServerDatabase;
  readonly clock: HybridClock;
}): (caller: Caller, request: PullRequest) => Promise<void> {
  const written = new Map<string, { readonly seq: number; readonly atMs: number }>();
  return async (caller, { streamId, cursors }) => {
    const seq = cursors[userScope(caller.name)] ?? 0;
    if (streamId === undefined || seq === 0) return;
    const nowMs = deps.clock.nowMs();
    const last = written.get(streamId);
    if (last !== undefined && (last.seq === seq || nowMs - last.atMs < writeEveryMs)) return;
    if (written.size >= maxStreams) written.clear();
    const noted = { seq, atMs: nowMs };
    written.set(streamId, noted);
    const writing = deps.database.write(async ({ streams, meta }) => {
      const known = await streams.find(streamId);
      if (known !== null && known.user !== caller.name) return;
      await streams.save({
        ...(known ?? { id: streamId, user: caller.name, lastN: 0, newestMoved: null }),
        device: caller.device,
        lastSeenMs: nowMs,
        // A cursor of another epoch may be ahead of this database.
        confirmedSeq: Math.min(seq, await meta.headSeq()),
      });
    }, caller);
    try {
      await writing;
    } catch (error) {
      // The write failed: let the next pull write it.
      if (written.get(streamId) === noted) written.delete(streamId);
      throw error;
    }
  };
}
