import type { ServerResponse } from "node:http";

/** The answers that stay open, such as event streams. */
export interface OpenStreams {
  /** Keeps an answer until it closes by itself. */
  add(response: ServerResponse): void;
  /**
   * The same for one of a user's streams of a kind; false, and nothing is kept, when as many of them
   * are open as a user may have.
   */
  addFor(user: string, kind: "events" | "pokes" | "carets", response: ServerResponse): boolean;
  /** Cuts every one, and what is added later: the server is going. */
  endAll(): void;
  count(): number;
}

/** More than anybody's windows and devices, and few enough that nobody holds the server's sockets. */
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
      // One that is closed by now says so no more.
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
