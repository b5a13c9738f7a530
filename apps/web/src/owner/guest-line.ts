import { channelPort } from "./channel-port.ts";
import { type Connection, connect } from "./connection.ts";
import { filesName, lineName, randomId } from "./names.ts";

/** Time in ms after which a line is announced again. */
const announceAfterMs = 1000;

/** Time in ms for a goodbye to arrive that was said before another worker was heard of. */
const goodbyeMs = 200;

/** A line of this tab to the worker of another one. */
export interface GuestLine {
  /** Id of the worker that serves the line; null while none does. */
  readonly workerId: string | null;
  /** Announces the line again, unless it is served. */
  announce(): void;
  end(): void;
  /** Ends the line after its worker is gone, once a goodbye that was said has arrived. */
  retire(): void;
}

export interface GuestDeps {
  readonly version: string;
  readonly locks: LockManager;
  /** Tells all workers the line's id; `isLate` if none has answered for a second. */
  readonly announce: (id: string, isLate: boolean) => void;
  readonly accepted: (connection: Connection) => void;
  /** The worker closes the database. */
  readonly goodbye: () => void;
}

/**
 * Opens a line to whichever worker has the database, now or later. The line has a lock, which says that this tab
 * lives. So the worker learns when it doesn't.
 */
export function openGuestLine({
  version,
  locks,
  announce,
  accepted,
  goodbye,
}: GuestDeps): GuestLine {
  const id = randomId();
  const name = lineName(version, id);
  const ended = Promise.withResolvers<void>();
  let isHeld = false;
  let isEnded = false;
  let isRetired = false;
  let workerId: string | null = null;

  const connection = connect(
    { calls: channelPort(name), files: channelPort(filesName(version, id)) },
    {
      accepted(by) {
        if (workerId !== null) return;
        workerId = by;
        clearInterval(timer);
        accepted(connection);
      },
      goodbye() {
        if (isRetired) end();
        else goodbye();
      },
    },
  );
  const end = (): void => {
    isEnded = true;
    clearInterval(timer);
    connection.end();
    ended.resolve();
  };
  const say = (isLate: boolean): void => {
    if (isHeld && !isEnded && workerId === null) announce(id, isLate);
  };
  void locks.request(name, () => {
    isHeld = true;
    say(false);
    return ended.promise;
  });
  const timer = setInterval(() => say(true), announceAfterMs);

  return {
    get workerId() {
      return workerId;
    },
    announce: () => say(false),
    end,
    retire() {
      isRetired = true;
      if (workerId === null) end();
      else setTimeout(end, goodbyeMs);
    },
  };
}
