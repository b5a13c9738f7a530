import { type CaretMove, CaretRoom, createLatest, type OtherEditor } from "@tidemark/core/carets";
import type { AbortSignalLike } from "@tidemark/core/router";
import { afterInBackground } from "../platform/background.ts";
import type { CaretMeetings, Meeting } from "../sync/caret-meetings.ts";

/** Minimum interval between two updates to a page, in ms. */
const gapMs = 50;

/** All windows belong to one profile. */
const owner = "page";

export interface LiveCarets {
  /** Yields the other editors of a memo, those of other windows first. */
  watch(
    editor: { readonly id: string; readonly session: number },
    signal: AbortSignalLike | undefined,
  ): AsyncGenerator<readonly OtherEditor[]>;
  move(move: CaretMove): void;
}

/**
 * Shows which editors have the same memo open, in other windows of this device and on the account's other
 * devices.
 */
export function createLiveCarets(meetings: Pick<CaretMeetings, "isOn" | "meet">): LiveCarets {
  const room = new CaretRoom({ nowMs: () => performance.now(), after: afterInBackground });
  const open = new Map<string, Meeting>();
  const keyOf = (id: string, session: number): string => `${session} ${id}`;

  return {
    async *watch({ id, session }, signal) {
      const latest = createLatest(gapMs, afterInBackground);
      const onOthers = (): void => latest.changed();
      const seat = room.enter(id, { owner, session, device: null }, onOthers);
      const meeting = meetings.meet({ memo: id, session }, onOthers);
      open.set(keyOf(id, session), meeting);
      const others = (): readonly OtherEditor[] => {
        if (!meetings.isOn) return [];
        const here = seat.others();
        const sessions = new Set(here.map((each) => each.session));
        // The server's list includes this device's other windows.
        return [...here, ...meeting.others().filter((each) => !sessions.has(each.session))];
      };
      try {
        yield* latest.stream(others, signal);
      } finally {
        seat.leave();
        meeting.leave();
        if (open.get(keyOf(id, session)) === meeting) open.delete(keyOf(id, session));
      }
    },
    move({ memo, session, caret }) {
      room.move(memo, { owner, session }, caret);
      open.get(keyOf(memo, session))?.show(caret);
    },
  };
}
