import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SyncTransport } from "@tidemark/core/sync/protocol";
import { contents, createWorld } from "../replicas.ts";
import { apiOf, type Exchange, runScenario } from "./scenario.ts";

// Records the messages of this version. Run once per version of the protocol, never to make a test pass: node
// packages/db/tests/sync/protocol-v1/record.ts
await using world = await createWorld();
const desk = await world.device("desk");
const exchanges: Exchange[] = [];

function recorded<A extends unknown[], R>(
  call: Exchange["call"],
  ask: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    const response = await ask(...args);
    exchanges.push({ call, request: args[0] ?? null, response });
    return response;
  };
}

const { transport } = desk;
const { snapshot } = transport;
if (snapshot === undefined) throw new Error("the world's transport carries snapshots");
const recording: SyncTransport = {
  hello: recorded("hello", () => transport.hello()),
  push: recorded("push", (request) => transport.push(request)),
  pull: recorded("pull", (request) => transport.pull(request)),
  snapshot: recorded("snapshot", (request) => snapshot(request)),
};
await runScenario(desk, recording, apiOf(world));
const result = await contents(desk.database);
await writeFile(
  join(import.meta.dirname, "exchanges.json"),
  `${JSON.stringify({ exchanges, result }, null, 1)}\n`,
);
