import type { ServerResponse } from "node:http";

/** The answers that stay open, such as event streams. */
export interface OpenStreams {
  /** Keeps an answer until it closes by itself. */
  add(response: ServerResponse): void;
  /** Cuts every one, and what is added later: the server is going. */
  endAll(): void;
  count(): number;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<ServerResponse>();
  let isEnded = false;
  return {
    add(response) {
      if (isEnded) {
        response.destroy();
        return;
      }
      open.add(response);
      response.once("close", () => open.delete(response));
    },
    count: () => open.size,
    endAll() {
      isEnded = true;
      for (const response of open) response.destroy();
    },
  };
}
