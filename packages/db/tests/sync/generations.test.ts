import type { Database } from "@tidemark/core";
import { derivedOf, entityOf } from "@tidemark/core/commit";
import type { MemoEntity } from "@tidemark/core/model";
import { beginEpoch, epochKey } from "@tidemark/core/sync/server";
import { runUpkeep } from "@tidemark/core/upkeep";
import { fromBase64, toBase64 } from "@tidemark/core/text";
import { documentState } from "@tidemark/core/text";
import * as Y from "yjs";
import { describe, expect, test } from "vitest";
import { contents, type DeviceReplica, must, type World } from "./replicas.ts";
import { edit, twoDevices } from "./two-devices.ts";

const dayMs = 86_400_000;

async function settle(world: World, ...devices: DeviceReplica[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const device of devices) {
      world.nowMs += 61_000;
      await device.syncAll();
    }
  }
}

const upkeep = (world: World) => runUpkeep({ ...world.server.deps, trashDays: async () => 30 });

async function stored(replica: { database: Database }, id: string) {
  return replica.database.read(async ({ memos }) => {
    const memo = await memos.find(id);
    const text = await memos.text(id, memo?.gen ?? 0);
    return { gen: memo?.gen, content: memo?.content, bytes: text.state?.length ?? 0 };
  });
}

async function expectSame(world: World, ...devices: DeviceReplica[]): Promise<void> {
  const all = await contents(world.server.database);
  for (const device of devices) {
    expect(await contents(device.database)).toEqual(all);
    expect(await device.database.read(({ outbox }) => outbox.countPending())).toBe(0);
  }
}

describe("R14, I12 · a memo's document", () => {
  test("is renewed after 30 quiet days, once every device has it, without visible changes", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    await edit(desk, id, "one two");
    await settle(world, desk);
    world.nowMs += 31 * dayMs;
    await desk.syncAll();
    expect((await stored(world.server, id)).bytes).toBeGreaterThan(0);
    const before = (await contents(world.server.database))[id] as { updatedMs: number };
    await settle(world, desk, laptop);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    expect(await stored(world.server, id)).toEqual({ gen: 2, content: "one two", bytes: 0 });
    await settle(world, desk, laptop);
    expect(await stored(desk, id)).toEqual({ gen: 2, content: "one two", bytes: 0 });
    expect((await contents(desk.database))[id]).toMatchObject({ updatedMs: before.updatedMs });
    await edit(laptop, id, "one two three");
    await settle(world, laptop, desk);
    expect((await stored(desk, id)).content).toBe("one two three");
    await expectSame(world, desk, laptop);
    expect((await upkeep(world)).renewedDocuments).toBe(0);
  });

  test("waits for a recently seen device that lacks an edit", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    await settle(world, desk, laptop);
    world.nowMs += 20 * dayMs;
    await settle(world, laptop);
    await edit(desk, id, "one two");
    await settle(world, desk);
    world.nowMs += 29 * dayMs;
    await settle(world, desk);
    await world.server.database.write(async ({ streams }) => {
      for (const stream of await streams.seenSince(0)) {
        if (stream.device === "laptop") await streams.save({ ...stream, lastSeenMs: world.nowMs });
      }
    });
    world.nowMs += 2 * dayMs;
    await settle(world, desk);
    expect((await upkeep(world)).renewedDocuments).toBe(0);
    await settle(world, laptop);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
  });

  test("R14b · is kept for 180 days after a restore: a device may bring the renewal that was lost with it", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    await edit(desk, id, "one two");
    await settle(world, desk, laptop);
    await world.server.database.write(({ meta }) => beginEpoch(meta, "epoch-2", world.nowMs));
    for (const days of [31, 140]) {
      world.nowMs += days * dayMs;
      await settle(world, desk, laptop);
      expect((await upkeep(world)).renewedDocuments).toBe(0);
    }
    world.nowMs += 10 * dayMs;
    await settle(world, desk, laptop);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    await settle(world, desk, laptop);
    await expectSame(world, desk, laptop);
  });

  test("that outgrew its text is renewed within the hour, to at most 4 × the text + 4 KB", async () => {
    const { world, desk, laptop, id } = await twoDevices("x");
    await using _ = world;
    for (let session = 0; session < 200; session += 1) {
      await edit(desk, id, `session ${session} ${"words ".repeat(session % 7)}`);
    }
    await settle(world, desk, laptop);
    const grown = await stored(world.server, id);
    expect(grown.bytes).toBeGreaterThan(4 * (grown.content?.length ?? 0) + 4096);
    expect((await upkeep(world)).renewedDocuments).toBe(0);
    world.nowMs += 3_700_000;
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    await settle(world, desk, laptop);
    for (const replica of [world.server, desk, laptop]) {
      expect(await stored(replica, id)).toEqual({ gen: 2, content: grown.content, bytes: 0 });
    }
  });
});

describe("R14a · a device that comes back with edits of an older generation", () => {
  async function renewedBehind() {
    const { world, desk, laptop, id } = await twoDevices("one\ntwo\nthree");
    await edit(desk, id, "one\ntwo\nthree\nfour");
    await settle(world, desk, laptop);
    world.nowMs += 40 * dayMs;
    await settle(world, desk);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    return { world, desk, laptop, id };
  }

  test.each(["pushes first", "pulls first"])("and %s loses none of them", async (order) => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await edit(desk, id, "one from the desk\ntwo\nthree\nfour");
    await settle(world, desk);
    await edit(laptop, id, "one\ntwo\nthree\nfour from the laptop");
    await laptop.sync.greet(laptop.transport);
    if (order === "pulls first") {
      await laptop.sync.pull(laptop.transport);
      expect((await stored(laptop, id)).content).toContain("four from the laptop");
      // The edited document stays in use until the server has applied the edit.
      expect((await stored(laptop, id)).gen).toBe(1);
      await edit(laptop, id, "one\ntwo\nthree\nfour from the laptop, again");
    } else {
      await laptop.sync.push(laptop.transport);
    }
    await settle(world, laptop, desk);
    const text =
      order === "pulls first"
        ? "one from the desk\ntwo\nthree\nfour from the laptop, again"
        : "one from the desk\ntwo\nthree\nfour from the laptop";
    for (const replica of [world.server, desk, laptop]) {
      expect((await stored(replica, id)).content).toBe(text);
    }
    await expectSame(world, desk, laptop);
    const kept = await world.server.database.read(({ revisions }) => revisions.listByMemo(id, 50));
    const merges = kept.filter((each) => each.reason === "merge").map((each) => each.content);
    expect(merges).toContain("one from the desk\ntwo\nthree\nfour");
  });

  test("continues editing without duplicating a word", async () => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await edit(laptop, id, "one\ntwo\nthree\nfour offline");
    await laptop.sync.greet(laptop.transport);
    await laptop.sync.pull(laptop.transport);
    // Like an editor: an update of the document in the view.
    const record = must(await laptop.memos.get(await laptop.caller(), id, { showDeleted: false }));
    const text = await laptop.database.read(({ memos }) => memos.text(id, record.gen));
    const doc = new Y.Doc();
    Y.applyUpdate(doc, documentState({ memo: id, content: record.content, text }));
    const known = Y.encodeStateVector(doc);
    doc.getText("content").insert(0, "typed ");
    const update = fromBase64(toBase64(Y.encodeStateAsUpdate(doc, known)));
    must(await laptop.memos.editText(await laptop.caller(), { id, gen: record.gen, update }));
    await settle(world, laptop, desk);
    for (const replica of [world.server, desk, laptop]) {
      expect((await stored(replica, id)).content).toBe("typed one\ntwo\nthree\nfour offline");
    }
    await expectSame(world, desk, laptop);
  });

  test("restores its text to a server that was restored to the older generation", async () => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await settle(world, desk);
    await edit(laptop, id, "one\ntwo\nthree\nfour from the laptop");
    await edit(desk, id, "one from the desk\ntwo\nthree\nfour");
    await world.server.database.write(async (stores) => {
      await stores.meta.set(epochKey, "epoch-2");
    });
    await settle(world, desk, laptop, desk);
    for (const replica of [world.server, desk, laptop]) {
      expect((await stored(replica, id)).content).toBe(
        "one from the desk\ntwo\nthree\nfour from the laptop",
      );
    }
    await expectSame(world, desk, laptop);
  });

  test("applies each word once, even if a copy of its profile sends the same edit", async () => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await edit(laptop, id, "one\ntwo new\nfour");
    const [waiting] = await laptop.database.read(({ outbox }) => outbox.pendingOf(id));
    await edit(desk, id, "zero\none\ntwo\nthree\nfour");
    await settle(world, desk, laptop);
    const before = await stored(world.server, id);
    expect(before).toMatchObject({ gen: 2, content: "zero\none\ntwo new\nfour" });
    const request = { epoch: "epoch-1", streamId: "stream-of-the-copy", clientNowMs: world.nowMs };
    const ops = [{ n: 1, op: waiting?.op as never }];
    const heard = await world.server.sync.push(await laptop.caller(), { ...request, ops });
    expect(heard).toMatchObject({ results: [{ code: "applied" }] });
    expect(await stored(world.server, id)).toEqual(before);
    await settle(world, desk, laptop);
    await expectSame(world, desk, laptop);
  });

  test("loses none of them after another renewal either", async () => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await edit(laptop, id, "one\ntwo\nfour from the laptop");
    await edit(desk, id, "one\ntwo two\nthree\nfour");
    await settle(world, desk);
    world.nowMs += 40 * dayMs;
    await settle(world, desk);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    await settle(world, laptop, desk);
    expect(await stored(world.server, id)).toMatchObject({
      gen: 3,
      content: "one\ntwo two\nfour from the laptop",
    });
    await expectSame(world, desk, laptop);
  });

  test("R14c · of which the server has forgotten the old document, says its text whole", async () => {
    const { world, desk, laptop, id } = await renewedBehind();
    await using _ = world;
    await edit(laptop, id, "one\ntwo\nthree\nfour from the laptop");
    await edit(desk, id, "one from the desk\ntwo\nthree\nfour");
    await settle(world, desk);
    world.nowMs += 181 * dayMs;
    expect((await upkeep(world)).droppedDocuments).toBe(1);
    await settle(world, laptop, desk);
    expect((await stored(world.server, id)).content).toBe(
      "one from the desk\ntwo\nthree\nfour from the laptop",
    );
    await expectSame(world, desk, laptop);
  });
});

describe("R14b · a server that is put back to before a renewal", () => {
  async function putBack(world: World, id: string, before: MemoEntity): Promise<void> {
    await world.server.database.write(async (stores) => {
      await stores.memos.save(before, derivedOf(before));
      await stores.endedDocuments.removeByMemo(id);
      await stores.meta.set(epochKey, "epoch-2");
    });
  }

  test("gets later changes back, and deleted text stays deleted", async () => {
    const { world, desk, laptop, id } = await twoDevices("one\ntwo\nthree");
    await using _ = world;
    await edit(desk, id, "one\ntwo\nthree\nfour");
    await settle(world, desk, laptop);
    const before = await world.server.database.read(async (stores) => {
      const record = await stores.memos.find(id);
      if (record === null) throw new Error("it is not there");
      return entityOf(stores, record);
    });
    world.nowMs += 31 * dayMs;
    await settle(world, desk, laptop);
    expect((await upkeep(world)).renewedDocuments).toBe(1);
    await settle(world, desk, laptop);
    await edit(desk, id, "one\nthree\nfour from the desk");
    await settle(world, desk, laptop);
    await putBack(world, id, before);
    const api = world.server.caller("users/alice");
    must(await world.server.memos.update(api, id, { content: "zero\none\ntwo\nthree\nfour" }));
    await edit(laptop, id, "one\nthree, says the laptop\nfour from the desk");
    await settle(world, desk, laptop, desk);
    for (const replica of [world.server, desk, laptop]) {
      expect(await stored(replica, id)).toMatchObject({
        gen: 2,
        content: "zero\none\nthree, says the laptop\nfour from the desk",
      });
    }
    await expectSame(world, desk, laptop);
  });
});
