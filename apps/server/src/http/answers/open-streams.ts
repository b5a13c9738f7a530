import type { ServerResponse } from "node:http";

/** Answers that stay open, such as event streams. */
export interface OpenStreams {
  /** Registers an answer until it closes. */
  add(response: ServerResponse): void;
  /**
   * Registers a stream of a user. Returns false, without registering it, if it is closed or the user's limit
   * for this kind is reached.
   */
  addFor(user: string, kind: "events" | "pokes" | "carets", response: ServerResponse): boolean;
  /** Destroys all streams, and those added later, because the server is stopping. */
  endAll(): void;
  count(): number;
}

/**
 * Maximum number of streams of a kind per user: enough for all windows and devices, too few to use up the
 * server's sockets.
 */
const maxPerUser = 20;

export function createOpenStreams(): OpenStreams {
  const open = new Set<ServerResponse>();
  const openByOwner = new Map<string, number>();
  let isEnded = false;
  function add(response: ServerResponse): void {
    if (isEnded) {
      response.destroy();
      return;
    }
    open.add(response);
    response.once("close", () => open.delete(response));
  }
  return {
    add,
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
      add(response);
      return true;
    },
    count: () => open.size,
    endAll() {
      isEnded = true;
      for (const response of open) response.destroy();
    },
  };
}
