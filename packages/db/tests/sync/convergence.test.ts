import { describe, expect, test } from "vitest";
import { contents, createWorld, type DeviceReplica, must } from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";
import { streamIdKey } from "@tidemark/core/sync/device";

async function write(device: DeviceReplica, content: string): Promise<string> {
  return must(await device.memos.create(await device.caller(), { content })).id;
}

async function edit(device: DeviceReplica, id: string, content: string): Promise<void> {
  must(await device.memos.update(await device.caller(), id, { content }));
}

async function textOn(device: DeviceReplica, id: string): Promise<string | undefined> {
  return (await device.database.read(({ memos }) => memos.find(id)))?.content;
}

describe("memos written before there was a server", () => {
  test("reach the server under the account, and a second device", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const laptop = await world.device("laptop");
    const id = await write(desk, "first #work\n\n- [ ] call");
    await write(desk, "second");

    await desk.connect();
    await desk.syncAll();
    await laptop.connect();
    await laptop.syncAll();

    expect(await textOn(laptop, id)).toBe("first #work\n\n- [ ] call");
    const seen = await world.server.database.read(({ memos }) => memos.find(id));
    expect(seen).toMatchObject({ creator: "users/alice", tags: ["work"] });
    expect(await contents(laptop.database)).toEqual(await contents(world.server.database));
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("need no stored document on either side", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const id = await write(desk, "only written once");
    await desk.connect();
    await desk.syncAll();
    const text = await world.server.database.read(({ memos }) => memos.text(id, 1));
    expect(text.state).toBeNull();
  });

  test("of both devices are merged when both connect", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const laptop = await world.device("laptop");
    const ids = [await write(desk, "from the desk"), await write(laptop, "from the laptop")];
    for (const device of [desk, laptop, desk]) {
      if (device !== desk || (await desk.caller()).name === "users/local") await device.connect();
      await device.syncAll();
    }
    for (const device of [desk, laptop]) {
      expect(Object.keys(await contents(device.database)).toSorted()).toEqual(ids.toSorted());
    }
  });
});

describe("two devices that were offline", () => {
  async function pair(): Promise<{
    world: Awaited<ReturnType<typeof createWorld>>;
    desk: DeviceReplica;
    laptop: DeviceReplica;
    id: string;
  }> {
    const world = await createWorld();
    const desk = await world.device("desk");
    const laptop = await world.device("laptop");
    const id = await write(desk, "first line\nmiddle\nlast line");
    await desk.connect();
    await desk.syncAll();
    await laptop.connect();
    await laptop.syncAll();
    return { world, desk, laptop, id };
  }

  async function settle(...devices: DeviceReplica[]): Promise<void> {
    for (const device of [...devices, ...devices]) await device.syncAll();
  }

  test("keep both edits of one text, and a pin", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    await edit(desk, id, "first line, edited\nmiddle\nlast line");
    await edit(laptop, id, "first line\nmiddle\nlast line, edited");
    must(await laptop.memos.update(await laptop.caller(), id, { pinned: true }));
    world.nowMs += 60_000;
    await settle(desk, laptop);
    for (const device of [desk, laptop]) {
      expect(await textOn(device, id)).toBe("first line, edited\nmiddle\nlast line, edited");
    }
    const all = await contents(world.server.database);
    expect(all[id]).toMatchObject({ pinned: true });
    expect(await contents(desk.database)).toEqual(all);
    expect(await contents(laptop.database)).toEqual(all);
  });

  test("keep the text that a concurrent edit replaced as a revision", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    await edit(desk, id, "desk\nmiddle\nlast line");
    await edit(laptop, id, "first line\nmiddle\nlaptop");
    await settle(desk, laptop);
    const revisions = await world.server.database.read((stores) =>
      stores.revisions.listByMemo(id, 10),
    );
    expect(revisions.map((revision) => [revision.reason, revision.content])).toContainEqual([
      "merge",
      "desk\nmiddle\nlast line",
    ]);
  });

  test("S6 · do not duplicate an edit that both made", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    await edit(desk, id, "first line\nmiddle ground\nlast line");
    await edit(laptop, id, "first line\nmiddle ground\nlast line");
    await settle(desk, laptop);
    expect(await textOn(desk, id)).toBe("first line\nmiddle ground\nlast line");
    expect(await textOn(laptop, id)).toBe("first line\nmiddle ground\nlast line");
  });

  test("S6 · check a box once when both check it", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    await edit(desk, id, "- [ ] milk\n- [ ] bread");
    await settle(desk, laptop);
    await edit(desk, id, "- [x] milk\n- [ ] bread\n- [ ] tea");
    await edit(laptop, id, "- [x] milk\n- [ ] bread");
    await settle(desk, laptop);
    expect(await textOn(laptop, id)).toBe("- [x] milk\n- [ ] bread\n- [ ] tea");
    expect(await textOn(desk, id)).toBe("- [x] milk\n- [ ] bread\n- [ ] tea");
  });

  test("let the more restrictive of two visibilities win, whichever came last", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    must(await desk.memos.update(await desk.caller(), id, { visibility: "PROTECTED" }));
    await settle(desk, laptop);
    must(await desk.memos.update(await desk.caller(), id, { visibility: "PRIVATE" }));
    world.nowMs += 1_000;
    must(await laptop.memos.update(await laptop.caller(), id, { visibility: "PUBLIC" }));
    await settle(desk, laptop);
    const all = await contents(world.server.database);
    expect(all[id]).toMatchObject({ visibility: "PRIVATE" });
    expect(await contents(desk.database)).toEqual(all);
    expect(await contents(laptop.database)).toEqual(all);
  });

  test("merge text in the trash, and the memo stays there", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    must(await desk.memos.trash(await desk.caller(), id));
    await edit(laptop, id, "first line\nmiddle\nlast line, late");
    await settle(desk, laptop);
    const all = await contents(world.server.database);
    expect(all[id]).toMatchObject({ content: "first line\nmiddle\nlast line, late" });
    expect((all[id] as { deletedMs: number | null }).deletedMs).not.toBeNull();
    expect(await contents(laptop.database)).toEqual(all);
  });

  test("keep the text of an edit to a memo that was purged elsewhere", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    must(await desk.memos.trash(await desk.caller(), id));
    must(await desk.memos.purge(await desk.caller(), id));
    await edit(laptop, id, "words that must not be lost");
    await settle(desk, laptop);
    expect(await contents(desk.database)).toEqual({});
    expect(await contents(laptop.database)).toMatchObject({
      [id]: { content: "words that must not be lost" },
    });
    const rejected = await laptop.database.read(({ outbox }) => outbox.rejected(10));
    expect(JSON.parse(rejected[0]?.error ?? "null")).toEqual({ code: "gone", content: null });
  });

  test("agree even if a device's clock is a year ahead", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    laptop.driftMs = 365 * 86_400_000;
    must(await laptop.memos.update(await laptop.caller(), id, { pinned: true }));
    await laptop.syncAll();
    world.nowMs += 120_000;
    must(await desk.memos.update(await desk.caller(), id, { pinned: false }));
    await settle(desk, laptop);
    await desk.syncAll();
    const all = await contents(world.server.database);
    expect(await contents(desk.database)).toEqual(all);
    expect(await contents(laptop.database)).toEqual(all);
  });

  test("get changes made by the API", async () => {
    const { world, desk, laptop, id } = await pair();
    await using _ = world;
    await edit(desk, id, "first line, offline\nmiddle\nlast line");
    const api = world.server.caller("users/alice");
    const changes = {
      content: "first line\nmiddle\nlast line by API",
      visibility: "PUBLIC",
    } as const;
    must(await world.server.memos.update(api, id, changes));
    await settle(desk, laptop);
    expect(await textOn(laptop, id)).toBe("first line, offline\nmiddle\nlast line by API");
    const all = await contents(world.server.database);
    expect(all[id]).toMatchObject({ visibility: "PUBLIC" });
    expect(await contents(desk.database)).toEqual(all);
  });
});

describe("faults on the way", () => {
  test("R1 · a lost answer is requested again, and nothing is applied twice", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const id = await write(desk, "once");
    const { push } = desk.transport;
    const lossy = {
      ...desk.transport,
      push: async (request: Parameters<typeof push>[0]): Promise<never> => {
        await push(request);
        throw new Error("connection reset");
      },
    };
    await expect(desk.sync.push(lossy)).rejects.toThrow("connection reset");
    await edit(desk, id, "once and again");
    await desk.syncAll();
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
    expect(await textOn(desk, id)).toBe("once and again");
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
  });

  test("R3 · a new epoch gets everything that the device still has", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const id = await write(desk, "kept");
    await desk.connect();
    await desk.syncAll();
    await edit(desk, id, "kept and edited");
    await world.server.database.write(async (stores) => {
      await stores.memos.remove(id);
      await stores.meta.set(epochKey, "epoch-2");
    });
    await desk.syncAll();
    const seen = await world.server.database.read(({ memos }) => memos.find(id));
    expect(seen?.content).toBe("kept and edited");
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("R7 · two devices from one copied profile continue under separate streams", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const copy = await world.device("copy");
    for (const device of [desk, copy]) {
      await device.connect();
      await device.syncAll();
    }
    const streamId = await desk.database.read(({ meta }) => meta.get(streamIdKey));
    await copy.database.write(({ meta }) => meta.set(streamIdKey, streamId));
    await write(desk, "from the desk");
    await write(copy, "from the copy");
    for (const device of [desk, copy, desk, copy]) await device.syncAll();
    const all = await contents(world.server.database);
    expect(Object.keys(all)).toHaveLength(2);
    expect(await contents(desk.database)).toEqual(all);
    expect(await contents(copy.database)).toEqual(all);
  });
});

describe("comments", () => {
  test("of others are synced to the memo's owner, and evicted when it is hidden", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const id = await write(desk, "discuss");
    must(await desk.memos.update(await desk.caller(), id, { visibility: "PROTECTED" }));
    await desk.syncAll();
    const bob = world.server.caller("users/bob");
    const comment = must(await world.server.memos.create(bob, { content: "agreed", parent: id }));
    const bobs = await world.device("bobs", "users/bob");
    await bobs.connect();
    await bobs.syncAll();
    await desk.syncAll();
    expect(await textOn(desk, comment.id)).toBe("agreed");
    expect(await textOn(bobs, comment.id)).toBe("agreed");

    must(await desk.memos.update(await desk.caller(), id, { visibility: "PRIVATE" }));
    await desk.syncAll();
    await bobs.syncAll();
    expect(await textOn(desk, comment.id)).toBe("agreed");
    expect(await textOn(bobs, comment.id)).toBeUndefined();
  });
});
