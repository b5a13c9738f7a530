import type { SyncTransport } from "@tidemark/core/sync/protocol";
import { type DeviceReplica, must, type World } from "../replicas.ts";

/** A message between a device and a server, with its answer. */
export interface Exchange {
  readonly call: "hello" | "push" | "pull" | "snapshot";
  readonly request: unknown;
  readonly response: unknown;
}

/**
 * Runs a device's life as recorded for version 1: every kind of operation, a change from another client, a
 * rejection. `api` runs another client's changes on the server.
 */
export async function runScenario(
  desk: DeviceReplica,
  transport: SyncTransport,
  api: (step: "edit" | "purge") => Promise<void>,
): Promise<void> {
  const sync = async (): Promise<void> => {
    await desk.sync.greet(transport);
    await desk.sync.push(transport);
    await desk.sync.pull(transport);
  };
  const { memos } = desk;
  must(await memos.create(await desk.caller(), { id: "first1x", content: "first #work\nline" }));
  must(await memos.create(await desk.caller(), { id: "second1x", content: "second" }));
  await desk.sync.adopt(await transport.hello(), "http://server.test");
  await sync();
  const who = await desk.caller();
  must(await memos.update(who, "first1x", { content: "first #work\nline, edited" }));
  must(
    await memos.update(who, "second1x", {
      pinned: true,
      visibility: "PROTECTED",
      location: { placeholder: "Here", latitude: 1.5, longitude: -2.5 },
    }),
  );
  must(await memos.addReaction(who, "second1x", "👍"));
  await sync();
  await api("edit");
  must(await memos.update(who, "first1x", { content: "first #work #home\nline, edited" }));
  must(await memos.trash(who, "second1x"));
  await sync();
  must(await memos.create(who, { id: "third1x", content: "third", parent: "first1x" }));
  await sync();
  await api("purge");
  must(await memos.update(who, "first1x", { content: "an edit that is refused" }));
  await sync();
}

/** Returns the other client's steps, on the server of the world. */
export function apiOf(world: World): (step: "edit" | "purge") => Promise<void> {
  const alice = world.server.caller("users/alice");
  return async (step) => {
    if (step === "purge") {
      must(await world.server.memos.purge(alice, "first1x"));
      return;
    }
    const content = "first #work\nline, edited by API";
    must(await world.server.memos.update(alice, "first1x", { content }));
    must(await world.server.memos.create(alice, { id: "fromapi1x", content: "by API" }));
  };
}
