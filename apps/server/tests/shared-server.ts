import { afterAll, beforeAll } from "vitest";

/**
 * Starts one server for the tests of the file or `describe` that calls this. Returns a function that gets
 * it. Starting a server takes longer than most tests. A test that changes settings, moves the clock far or
 * counts everything on the server starts its own.
 */
export function shareServer<Server extends AsyncDisposable>(
  start: () => Promise<Server>,
): () => Server {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());
  return () => {
    if (server === undefined) throw new Error("the shared server has not started");
    return server;
  };
}
