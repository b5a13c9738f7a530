import type { PushRequest, PushResponse } from "@tidemark/core/sync/protocol";
import { expect, test } from "vitest";
import { contents, createWorld, type DeviceReplica, must } from "./replicas.ts";

async function write(device: DeviceReplica, content: string): Promise<string> {
  return must(await device.memos.create(await device.caller(), { content })).id;
}

/** Pushes, and gives what was sent. */
async function pushed(device: DeviceReplica): Promise<PushRequest> {
  const sent: PushRequest[] = [];
  await device.sync.push({
    ...device.transport,
    push: (request) => {
      sent.push(request);
      return device.transport.push(request);
    },
  });
  const [request] = sent;
  if (request === undefined) throw new Error("nothing was sent");
  return request;
}

function waiting(device: DeviceReplica): Promise<number> {
  return device.database.read(({ outbox }) => outbox.countPending());
}

test("R2 · an answer for another stream takes nothing from the outbox", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  const id = await write(desk, "written offline");
  const misled = async (request: PushRequest): Promise<PushResponse> => {
    const response = await desk.transport.push(request);
    if (response.type !== "results") throw new Error(response.type);
    return { ...response, streamId: "stream-of-another" };
  };
  expect(await desk.sync.push({ ...desk.transport, push: misled })).toBe(0);
  expect(await waiting(desk)).toBe(1);
  expect((await desk.database.read(({ memos }) => memos.find(id)))?.seq).toBe(0);

  expect(await desk.sync.push(desk.transport)).toBe(1);
  expect(await waiting(desk)).toBe(0);
  expect(await contents(desk.database)).toEqual(await contents(world.server.database));
});

test("R6 · a batch that comes again under another stream changes nothing", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  const id = await write(desk, "first line\nlast line");
  const caller = await desk.caller();
  await desk.sync.push(desk.transport);
  must(await desk.memos.update(caller, id, { pinned: true }));
  must(await desk.memos.update(caller, id, { content: "first line\nmiddle\nlast line" }));
  await write(desk, "another");
  const sent = await pushed(desk);
  const before = await contents(world.server.database);
  expect(before[id]).toMatchObject({ pinned: true, content: "first line\nmiddle\nlast line" });
  const { ops, ...batch } = sent;
  const kinds = ops.map(({ op }) => op.kind);
  expect(kinds).toEqual(expect.arrayContaining(["memo.set", "memo.text", "memo.put"]));

  const again = {
    ...batch,
    streamId: "stream-of-a-copy",
    ops: ops.map(({ op }, at) => ({ n: at + 1, op })),
  };
  const response = await world.server.sync.push(world.server.caller("users/alice"), again);
  const codes = response.type === "results" ? response.results.map(({ code }) => code) : [];
  expect(codes).toEqual(ops.map(() => "applied"));
  // Every row keeps its seq too: there is nothing to tell anybody.
  expect(await contents(world.server.database)).toEqual(before);
});

test("C7 · what a clock far ahead sends again under another stream wins over nothing that came since", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  await desk.connect();
  await desk.syncAll();
  // Its clock was set wrong since.
  desk.driftMs = 86_400_000;
  const id = await write(desk, "written tomorrow");
  const request = await pushed(desk);
  const alice = world.server.caller("users/alice");
  must(await world.server.memos.update(alice, id, { pinned: true }));
  const before = await contents(world.server.database);
  expect(before[id]).toMatchObject({ pinned: true });

  const again = { ...request, streamId: "stream-after-a-restore" };
  const response = await world.server.sync.push(alice, again);
  const codes = response.type === "results" ? response.results.map(({ code }) => code) : [];
  expect(codes).toEqual(request.ops.map(() => "applied"));
  expect(await contents(world.server.database)).toEqual(before);
});

test("C6 · a change by a device whose clock is a day behind stands on top of what it had seen", async () => {
  await using world = await createWorld();
  const desk = await world.device("desk");
  const laptop = await world.device("laptop");
  laptop.driftMs = -86_400_000;
  const id = await write(desk, "a memo");
  await desk.connect();
  await desk.syncAll();
  await laptop.connect();
  await laptop.syncAll();
  must(await desk.memos.update(await desk.caller(), id, { pinned: true }));
  await desk.syncAll();
  await laptop.sync.pull(laptop.transport);
  // Not corrected by the server's time, as when a clock is set back while there is no connection.
  laptop.clock.correct(0);
  const seen = await laptop.database.read(({ memos }) => memos.find(id));
  must(await laptop.memos.update(await laptop.caller(), id, { pinned: false }));
  const changed = await laptop.database.read(({ memos }) => memos.find(id));
  expect(String(changed?.stamps.pinned) > String(seen?.stamps.pinned)).toBe(true);

  await laptop.sync.push(laptop.transport);
  await desk.syncAll();
  const all = await contents(world.server.database);
  expect(all[id]).toMatchObject({ pinned: false });
  expect(await contents(desk.database)).toEqual(all);
});
