import type { Caller } from "../../model/caller.ts";
import type { ServerDatabase } from "../../stores/server-database.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import type { PullRequest } from "../protocol/messages.ts";
import { userScope } from "../../model/scope.ts";

/** A busy device pulls often; how far it has got is written this often at most. */
const writeEveryMs = 60_000;
const maxStreams = 10_000;

/**
 * Notes how far each device has got in its user's own scope, which a pull says: what a device has
 * confirmed can be given a new generation without a merge.
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
        // A cursor of another epoch may be ahead of everything here.
        confirmedSeq: Math.min(seq, await meta.headSeq()),
      });
    }, caller);
    try {
      await writing;
    } catch (error) {
      // It was not written: the next pull says it again.
      if (written.get(streamId) === noted) written.delete(streamId);
      throw error;
    }
  };
}
