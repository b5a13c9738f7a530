import type { Database } from "@tidemark/core";
import type { RevisionRecord } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { createWorld, type DeviceReplica, must } from "./replicas.ts";
import { edit, twoDevices } from "./two-devices.ts";

const minuteMs = 60_000;

/** Types a text, rather than replacing it as a whole. */
async function type(device: DeviceReplica, id: string, content: string): Promise<void> {
  const who = await device.caller();
  must(await device.memos.update(who, id, { content }, { textReason: "edit" }));
}

async function contentOf(device: DeviceReplica, id: string): Promise<string> {
  return must(await device.memos.get(await device.caller(), id, { showDeleted: false })).content;
}

async function revisions(
  { server: { database } }: { readonly server: { readonly database: Database } },
  id: string,
): Promise<string[][]> {
  const rows = await database.read((stores) => stores.revisions.listByMemo(id, 100));
  return rows.map(({ reason, content }: RevisionRecord) => [reason, content]);
}

describe("T10 · the server stores", () => {
  test("both sides of a concurrent merge", async () => {
    const { world, desk, laptop, id } = await twoDevices("first\nmiddle\nlast");
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

  test("T10a · one pair of texts per five minutes while two type in it and take nothing out", async () => {
    const { world, desk, laptop, id } = await twoDevices("first\nmiddle\nlast");
    await using _ = world;
    let [above, below] = ["", ""];
    /** Both write a word before either receives the other's. */
    const bothType = async (word: string): Promise<void> => {
      for (const device of [desk, laptop]) await device.syncAll();
      const before = await contentOf(desk, id);
      [above, below] = [`${above}${word} `, `${below}${word} `];
      await type(desk, id, before.replace(/^.*/, above));
      await type(laptop, id, before.replace(/.*$/, below));
      for (const device of [desk, laptop, desk]) await device.syncAll();
    };
    await bothType("one");
    const first = await revisions(world, id);
    expect(first.filter(([reason]) => reason === "merge")).toHaveLength(2);
    for (const word of ["two", "three", "four"]) {
      world.nowMs += minuteMs;
      await bothType(word);
    }
    expect(await revisions(world, id)).toEqual(first);
    world.nowMs += 3 * minuteMs;
    await bothType("five");
    expect(await revisions(world, id)).toHaveLength(first.length + 2);
    expect(await contentOf(desk, id)).toBe(`${above}\nmiddle\n${below}`);
  });

  test("both sides of a merge that deleted text, however soon after another", async () => {
    const { world, desk, laptop, id } = await twoDevices("first\nmiddle\nlast");
    await using _ = world;
    await edit(desk, id, "desk\nmiddle\nlast");
    await edit(laptop, id, "first\nmiddle\nlaptop");
    for (const device of [desk, laptop, desk]) await device.syncAll();
    world.nowMs += minuteMs;
    await edit(desk, id, "desk\nlaptop");
    await edit(laptop, id, "desk\nmiddle\nlaptop and more");
    for (const device of [desk, laptop, desk]) await device.syncAll();
    expect(await contentOf(desk, id)).toBe("desk\nlaptop and more");
    expect((await revisions(world, id)).slice(0, 2)).toEqual([
      ["merge", "desk\nmiddle\nlaptop and more"],
      ["merge", "desk\nlaptop"],
    ]);
  });

  test("one revision per ten minutes of edits without a merge", async () => {
    const { world, desk, id } = await twoDevices("0");
    await using _ = world;
    for (let minute = 1; minute <= 25; minute += 1) {
      world.nowMs += minuteMs;
      await edit(desk, id, `${minute}`);
      await desk.syncAll();
    }
    expect((await revisions(world, id)).map(([, content]) => content)).toEqual(["20", "10", "0"]);
  });

  test("no revision of a purged memo", async () => {
    const { world, desk, id } = await twoDevices("secret");
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

describe("T10b · a device keeps", () => {
  const kept = (device: DeviceReplica, id: string) => revisions({ server: device }, id);

  test("replaced texts, even without a server", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const who = await desk.caller();
    const { id } = must(await desk.memos.create(who, { content: "one" }));
    await edit(desk, id, "two");
    await edit(desk, id, "three");
    expect(await kept(desk, id)).toEqual([
      ["overwrite", "two"],
      ["overwrite", "one"],
    ]);
    must(await desk.memos.restoreRevision(who, id, (await listed(desk, id))[1]?.id ?? ""));
    expect(must(await desk.memos.get(who, id, { showDeleted: false })).content).toBe("one");
    expect(await kept(desk, id)).toContainEqual(["restore", "three"]);
  });

  test("one revision per ten minutes of checked tasks and typing", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const who = await desk.caller();
    const { id } = must(await desk.memos.create(who, { content: "0" }));
    for (let minute = 1; minute <= 25; minute += 1) {
      world.nowMs += minuteMs;
      const content = `${minute}`;
      must(await desk.memos.update(who, id, { content }, { textReason: "edit" }));
    }
    expect((await kept(desk, id)).map(([, content]) => content)).toEqual(["20", "10", "0"]);
  });

  test("both sides of a merge with its own pending edits", async () => {
    const { world, desk, laptop, id } = await twoDevices("first\nmiddle\nlast");
    await using _ = world;
    await edit(desk, id, "desk\nmiddle\nlast");
    await desk.syncAll();
    world.nowMs += 20 * minuteMs;
    await edit(laptop, id, "first\nmiddle\nlaptop");
    await laptop.sync.pull(laptop.transport);
    expect(await kept(laptop, id)).toEqual([
      ["merge", "first\nmiddle\nlaptop"],
      ["merge", "desk\nmiddle\nlast"],
      ["overwrite", "first\nmiddle\nlast"],
    ]);
    await laptop.syncAll();
    expect(await kept(laptop, id)).toHaveLength(3);
  });

  test("its own side of a merge by the server", async () => {
    const { world, desk, laptop, id } = await twoDevices("first\nmiddle\nlast");
    await using _ = world;
    await edit(desk, id, "desk\nmiddle\nlast");
    await desk.syncAll();
    world.nowMs += 20 * minuteMs;
    await edit(laptop, id, "first\nmiddle\nlaptop");
    await laptop.syncAll();
    expect(await kept(laptop, id)).toEqual([
      ["merge", "first\nmiddle\nlaptop"],
      ["overwrite", "first\nmiddle\nlast"],
    ]);
  });

  test("no revision of a merge with only its own edits", async () => {
    const { world, desk, id } = await twoDevices("0");
    await using _ = world;
    await edit(desk, id, "1");
    await desk.sync.push(desk.transport);
    await edit(desk, id, "12");
    await desk.syncAll();
    expect((await kept(desk, id)).map(([reason]) => reason)).not.toContain("merge");
  });

  test("no revision of a memo purged here or elsewhere", async () => {
    const { world, desk, laptop, id } = await twoDevices("secret");
    await using _ = world;
    for (const device of [desk, laptop]) {
      await edit(device, id, `${device.name}'s secret`);
      await device.syncAll();
    }
    must(await desk.memos.purge(await desk.caller(), id));
    expect(await kept(desk, id)).toEqual([]);
    await desk.syncAll();
    await laptop.syncAll();
    expect(await kept(laptop, id)).toEqual([]);
  });

  const listed = (device: DeviceReplica, id: string) =>
    device.database.read((stores) => stores.revisions.listByMemo(id, 100));
});
