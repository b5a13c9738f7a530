import type { ServerResponse } from "node:http";
import { appError, err, ok } from "@tidemark/core";
import { type CaretRoom, createLatest } from "@tidemark/core/carets";
import type { After } from "@tidemark/core/concurrency";
import type { Caller } from "@tidemark/core/model";
import type { SyncContext } from "@tidemark/core/router";

/** Carets of all processes, as used by requests. */
export type Carets = Pick<CaretRoom, "enter" | "move">;

/** Minimum time between two answers of a stream in ms; more frequent ones wouldn't be noticed. */
const gapMs = 100;
/** Maximum length of a device's name. */
const maxDeviceName = 100;

/** Starts a timer that doesn't keep the process running. */
export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
};

/**
 * Creates the two calls for carets (V1 to V3). Only its creator edits a memo, so carets never leave an
 * account. The room is keyed by account and memo, so nothing needs to be looked up. A device's name is its
 * session's name when the editor entered.
 */
export function createCaretCalls(
  room: Carets,
  deps: {
    /** Id of the request's credential. */
    readonly owner: string;
    /** Returns the answer, which now stays open; null if too many are open. */
    readonly keepOpen: (caller: Caller) => ServerResponse | null;
  },
): Pick<SyncContext, "carets" | "moveCaret"> {
  const { owner, keepOpen } = deps;
  const placeOf = (caller: Caller, memo: string): string => `${caller.name} ${memo}`;
  return {
    carets(caller, { memo, session }, signal) {
      const response = keepOpen(caller);
      if (response === null) return null;
      const latest = createLatest(gapMs, after);
      const device = caller.device.slice(0, maxDeviceName);
      const place = placeOf(caller, memo);
      const seat = room.enter(place, { owner, session, device }, () => latest.changed());
      // Covers every way the stream ends, even if it is never read.
      response.once("close", () => seat.leave());
      return latest.stream(() => seat.others(), signal);
    },
    moveCaret(caller, { memo, session, caret }) {
      const moved = room.move(placeOf(caller, memo), { owner, session }, caret);
      if (moved === "too-often") return err(appError("RESOURCE_EXHAUSTED", "too many moves"));
      return ok(moved === "moved");
    },
  };
}
