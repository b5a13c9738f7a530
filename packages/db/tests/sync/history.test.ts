import type { RevisionRecord } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { createWorld, type DeviceReplica, must, type World } from "./replicas.ts";

const minuteMs = 60_000;

async function pair(content: string) {
  const world = await createWorld();
  const desk = await world.device("desk");
  const laptop = await world.device("laptop");
  const { id } = must(await desk.memos.create(await desk.caller(), { content }));
  for (const device of [desk, laptop]) {
    await device.connect();
    await device.syncAll();
  }
  return { world, desk, laptop, id };
}

async function edit(device: DeviceReplica, id: string, content: string): Promise<void> {
  must(await device.memos.update(await device.caller(), id, { content }));
}

async function revisions(world: World, id: string): Promise<string[][]> {
  const rows = await world.server.database.read((stores) => stores.revisions.listByMemo(id, 100));
  return rows.map(({ reason, content }: RevisionRecord) => [reason, content]);
}

describe("T10 · the server keeps", () => {
  test("both sides of a concurrent merge", async () => {
    const { world, desk, laptop, id } = await pair("first\nmiddle\nlast");
    await using _ = world;
    await edit(desk, id, "desk\nmiddle\nlast");
    await edit(laptop, id, "first\nmiddle\nlaptop");
    for (const device of [desk, laptop, desk]) await device.syncAll();
    expect(await revisions(world, id)).toEqual([
      ["merge", "first\nmiddle\nlaptop"],
      ["merge", "desk\nmiddle\nlast"],
      ["edit", "first\nmiddle\nlast"],
    ]);
  });

  test("one revision per ten minutes of edits that met nobody else's", async () => {
    const { world, desk, id } = await pair("0");
    await using _ = world;
    for (let minute = 1; minute <= 25; minute += 1) {
      world.nowMs += minuteMs;
      await edit(desk, id, `${minute}`);
      await desk.syncAll();
    }
    expect((await revisions(world, id)).map(([, content]) => content)).toEqual(["20", "10", "0"]);
  });

  test("nothing of a memo that was removed for good", async () => {
    const { world, desk, id } = await pair("secret");
    await using _ = world;
    await edit(desk, id, "other");
    await desk.syncAll();
    must(await desk.memos.purge(await desk.caller(), id));
    await desk.syncAll();
    expect(await revisions(world, id)).toEqual([]);
    const past = await world.server.database.read(({ pastTexts }) => pastTexts.find(id, ""));
    expect(past).toBeNull();
  });
});
