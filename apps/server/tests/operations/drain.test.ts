import { join } from "node:path";
import { expect, test } from "vitest";
import { ownServers } from "./postgres/own-server.ts";

test("a server that drains tells balancers, and still serves requests", async () => {
  await using servers = ownServers();
  const server = await servers.start(["--data", join(servers.dir, "data"), "--drain", "5"]);
  const ask = async (path: string): Promise<[number, unknown]> => {
    const answer = await fetch(server.url + path);
    isClosed = answer.headers.get("connection") === "close";
    return [answer.status, await answer.json()];
  };
  let isClosed = false;
  expect(await ask("/readyz")).toEqual([200, { status: "ok" }]);
  expect(isClosed).toBe(false);
  server.drain();
  expect(await ask("/readyz")).toEqual([503, { status: "draining" }]);
  expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
  expect((await ask("/api/v1/instance/profile"))[0]).toBe(200);
  // So that balancers use other servers for the next request.
  expect(isClosed).toBe(true);
});
