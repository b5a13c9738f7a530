import type { ServerResponse } from "node:http";

/** Kinds of streams with a limit per user. */
type UserStreamKind = "events" | "pokes" | "carets";
type StreamKind = UserStreamKind | "uploads";

/** Answers that stay open, such as event streams. */
export interface OpenStreams {
  /** Registers an upload's answer until it closes. */
  add(response: ServerResponse): void;
  /**
   * Registers a stream of a user. Returns false, without registering it, if it is closed or the user's limit
   * for this kind is reached.
   */
  addFor(user: string, kind: UserStreamKind, response: ServerResponse): boolean;
  /** Destroys all streams, and those added later, because the server is stopping. */
  endAll(): void;
  /** Returns the number of open streams by kind. */
  counts(): ReadonlyMap<StreamKind, number>;
}

/**
 * Maximum number of streams of a kind per user: enough for all windows and devices, too few to use up the
 * server's sockets.
 */
const maxPerUser = 20;

export function createOpenStreams(): OpenStreams {
  const open = new Map<ServerResponse, StreamKind>();
  const openByOwner = new Map<string, number>();
  let isEnded = false;
  function add(response: ServerResponse, kind: StreamKind): void {
    if (isEnded) {
      response.destroy();
      return;
    }
    open.set(response, kind);
    response.once("close", () => open.delete(response));
  }
  return {
    add: (response) => add(response, "uploads"),
    addFor(user, kind, response) {
      const owner = `${kind} ${user}`;
      const count = openByOwner.get(owner) ?? 0;
      // A closed answer doesn't emit `close` again.
      if (count >= maxPerUser || response.closed) return false;
      openByOwner.set(owner, count + 1);
      response.once("close", () => {
        const left = (openByOwner.get(owner) ?? 1) - 1;
        if (left > 0) openByOwner.set(owner, left);
        else openByOwner.delete(owner);
      });
      add(response, kind);
      return true;
    },
    counts() {
      const counts = new Map<StreamKind, number>();
      for (const kind of ["events", "pokes", "carets", "uploads"] as const) counts.set(kind, 0);
      for (const kind of open.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return counts;
    },
    endAll() {
      isEnded = true;
      for (const response of open.keys()) response.destroy();
    },
  };
}
