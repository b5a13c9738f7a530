import type { ServerResponse } from "node:http";
import { appError, err, ok } from "@tidemark/core";
import { type CaretRoom, createLatest } from "@tidemark/core/carets";
import type { After } from "@tidemark/core/concurrency";
import type { Caller } from "@tidemark/core/model";
import type { SyncContext } from "@tidemark/core/router";

/** The carets of every process, as a request sees them. */
export type Carets = Pick<CaretRoom, "enter" | "move">;

/** How long a stream pauses between two answers, in ms: more of them would be seen by nobody. */
const gapMs = 100;
/** As long as a device may call itself. */
const maxDeviceName = 100;

/** Timers that keep no process alive. */
export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
};

/**
 * The two calls about carets (V1 to V3). Nobody but its creator writes in a memo, so carets never leave
 * an account: editors meet under its name, whatever memo they say, and nothing is looked up. What
 * devices are called is what their sessions were named when the editor came.
 */
export function createCaretCalls(
  room: Carets,
  deps: {
    /** The credential that the request came with. */
    readonly owner: string;
    /** The answer, which now stays open; null: too many are. */
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
      // However the stream ends, and also when nobody ever reads it.
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
