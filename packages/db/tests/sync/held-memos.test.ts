import { randomBytes } from "node:crypto";
import { commitMemo, derivedOf, entityOf } from "@tidemark/core/commit";
import type { MemoEntity } from "@tidemark/core/model";
import { runUpkeep } from "@tidemark/core/upkeep";
import { beginEpoch } from "@tidemark/core/sync/server";
import {
  findRejected,
  isHeld,
  refusalOf,
  retryRejected,
  throwAwayHeld,
} from "@tidemark/core/sync/device";
import { describe, expect, test } from "vitest";
import {
  attachFile,
  contents,
  createWorld,
  type DeviceReplica,
  must,
  type World,
} from "./replicas.ts";
import { publicReader } from "./public-reader.ts";
import { edit, twoDevices } from "./two-devices.ts";

const dayMs = 86_400_000;
const long = "a text that is longer than this server allows, by far";

/** Returns the code and memo of each held operation. */
async function heldOn({ database }: DeviceReplica): Promise<string[]> {
  const rows = await database.read(({ outbox }) => outbox.rejected(100));
  return rows.filter(isHeld).map((row) => `${refusalOf(row).code} ${row.op.entity}`);
}

async function listed(device: DeviceReplica, filter = ""): Promise<string[]> {
  const order = [{ field: "create_time", direction: "desc" }] as const;
  const query = {
    state: "NORMAL",
    trash: "none",
    filter,
    parent: null,
    order,
    pageSize: 50,
    pageToken: "",
  } as const;
  const page = must(await device.memos.list(await device.caller(), query));
  return page.memos.map(({ content }) => content);
}

async function textOn(
  { database }: Pick<DeviceReplica, "database"> | World["server"],
  id: string,
): Promise<string | undefined> {
  return (await database.read(({ memos }) => memos.find(id)))?.content;
}

async function revisionsOn({ database }: DeviceReplica, id: string): Promise<string[]> {
  const rows = await database.read(({ revisions }) => revisions.listByMemo(id, 20));
  return rows.map(({ content }) => content);
}

async function again(device: DeviceReplica): Promise<void> {
  const [row] = await device.database.read(({ outbox }) => outbox.rejected(1));
  const deps = { ...device.deps, textClientId: () => 2 ** 41 };
  must(await retryRejected(deps, await device.caller(), row?.n ?? 0));
}

async function purge(device: DeviceReplica, id: string): Promise<void> {
  must(await device.memos.trash(await device.caller(), id));
  must(await device.memos.purge(await device.caller(), id));
}

/** Renews the document of the only memo that was edited. */
async function renew(world: World, ...devices: DeviceReplica[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const device of devices) {
      world.nowMs += round === 1 ? 31 * dayMs : 61_000;
      await device.syncAll();
    }
  }
  const upkeep = await runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
  expect(upkeep.renewedDocuments).toBe(1);
}

async function expectAlike(...devices: DeviceReplica[]): Promise<void> {
  const [first, ...others] = await Promise.all(devices.map((device) => contents(device.database)));
  for (const other of others) expect(other).toEqual(first);
}

describe("R12, R12b · a new memo that the server refuses", () => {
  async function tooLong() {
    const world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    await desk.syncAll();
    world.contentBytes = 20;
    const caller = await desk.caller();
    const { id } = must(await desk.memos.create(caller, { content: `${long} #tides` }));
    must(await desk.memos.create(caller, { content: "small" }));
    await desk.syncAll();
    return { world, desk, id };
  }

  test("stays in lists and searches, and others are sent", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    expect((await listed(desk)).toSorted()).toEqual([`${long} #tides`, "small"]);
    expect(await listed(desk, `tag in ["tides"] && content.contains("by far")`)).toHaveLength(1);
    expect(await heldOn(desk)).toEqual([`too-large ${id}`]);
    expect(Object.keys(await contents(world.server.database))).toHaveLength(1);
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
    // Nothing that the server sends later takes it away.
    await desk.syncAll();
    await desk.sync.greet(desk.transport);
    await desk.syncAll();
    expect(await textOn(desk, id)).toBe(`${long} #tides`);
  });

  test("is sent again once it is edited, and held again while it doesn't fit", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    await edit(desk, id, `${long}, still`);
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([`too-large ${id}`]);
    expect(await textOn(desk, id)).toBe(`${long}, still`);
    must(await desk.memos.update(await desk.caller(), id, { pinned: true }));
    await edit(desk, id, "it fits");
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([]);
    expect((await contents(world.server.database))[id]).toMatchObject({
      content: "it fits",
      pinned: true,
    });
  });

  test("is sent when its writer asks, or when the limit is raised", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    await again(desk);
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([`too-large ${id}`]);
    await desk.sync.greet(desk.transport);
    world.contentBytes = 1_000;
    await desk.sync.greet(desk.transport);
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([]);
    expect((await contents(world.server.database))[id]).toMatchObject({
      content: `${long} #tides`,
    });
  });

  test("can be thrown away, also through the trash", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    await desk.database.write((stores) => throwAwayHeld(stores, id, world.nowMs));
    expect(await listed(desk)).toEqual(["small"]);
    expect(await heldOn(desk)).toEqual([]);
    const other = must(await desk.memos.create(await desk.caller(), { content: long })).id;
    await desk.syncAll();
    await purge(desk, other);
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([]);
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("keeps its files, whose links are sent with it", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    const file = await attachFile(desk, await desk.caller(), {
      filename: "a.bin",
      bytes: randomBytes(500),
      memo: id,
    });
    await desk.syncFiles();
    await desk.syncAll();
    const linkOn = async (): Promise<string | null | undefined> =>
      (await desk.database.read(({ attachments }) => attachments.find(file)))?.memo;
    expect(await linkOn()).toBe(id);
    await edit(desk, id, "it fits");
    await desk.syncAll();
    await desk.syncFiles();
    await desk.syncAll();
    expect(await linkOn()).toBe(id);
    const there = await world.server.database.read(({ attachments }) => attachments.find(file));
    expect(there?.memo).toBe(id);
  });

  test("is sent to the server of a new epoch", async () => {
    const { world, desk, id } = await tooLong();
    await using _ = world;
    world.contentBytes = 1_000;
    await world.server.database.write((stores) => beginEpoch(stores.meta, "epoch-2", world.nowMs));
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([]);
    expect((await contents(world.server.database))[id]).toMatchObject({
      content: `${long} #tides`,
    });
  });
});

describe("R9, R12e · an unknown field of a new memo that the server refuses", () => {
  /** Sets fields of a memo as a newer version would, which knows one more. */
  async function setNewer(device: DeviceReplica, id: string, set: { pinned?: boolean }) {
    const { database, journal, clock } = device.deps;
    const caller = await device.caller();
    await database.write(async (stores) => {
      const record = await stores.memos.find(id);
      const before = record === null ? null : await entityOf(stores, record);
      const stamp = clock.tick();
      must(
        await commitMemo(stores, journal, {
          before,
          ops: [{ kind: "memo.set", entity: id, stamp, set, extra: { mood: "calm" } }],
          caller,
          textReason: "edit",
          atMs: clock.nowMs(),
        }),
      );
    });
  }

  /** Sets fields while the refusal of the memo is on its way. Returns the kinds of the operations that were sent. */
  async function refusedMeanwhile(set: { pinned?: boolean }) {
    const world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    await desk.syncAll();
    world.contentBytes = 20;
    const { id } = must(await desk.memos.create(await desk.caller(), { content: long }));
    const sent: string[][] = [];
    await desk.sync.push({
      ...desk.transport,
      async push(request) {
        if (sent.length === 10) throw new Error("the device goes on to push");
        const answer = await desk.transport.push(request);
        if (sent.length === 0) await setNewer(desk, id, set);
        sent.push(request.ops.map(({ op }) => op.kind));
        return answer;
      },
    });
    return { world, desk, id, sent };
  }

  async function expectSentOnceItFits(
    { world, desk, id }: Awaited<ReturnType<typeof refusedMeanwhile>>,
    fields: { pinned?: boolean },
  ): Promise<void> {
    expect(await heldOn(desk)).toEqual([`too-large ${id}`]);
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
    const extra = { mood: "calm" };
    expect(await desk.database.read(({ memos }) => memos.find(id))).toMatchObject({ extra });
    world.contentBytes = 1_000;
    await again(desk);
    await desk.syncAll();
    expect(await heldOn(desk)).toEqual([]);
    const there = await world.server.database.read(({ memos }) => memos.find(id));
    expect(there).toMatchObject({ content: long, extra, ...fields });
  }

  test("waits in the held memo, which isn't sent again for it", async () => {
    const refused = await refusedMeanwhile({});
    await using _ = refused.world;
    expect(refused.sent).toEqual([["memo.put"], ["memo.set"]]);
    await expectSentOnceItFits(refused, {});
  });

  test("sends the memo once more, if a field that is known changed with it", async () => {
    const refused = await refusedMeanwhile({ pinned: true });
    await using _ = refused.world;
    expect(refused.sent).toEqual([["memo.put"], ["memo.set"], ["memo.put", "memo.set"]]);
    await expectSentOnceItFits(refused, { pinned: true });
  });
});

describe("R12f, R14b · an edit behind a renewed document that a restored server refuses", () => {
  async function serverVersion({ server }: World, id: string): Promise<MemoEntity> {
    return server.database.read(async (stores) => {
      const record = await stores.memos.find(id);
      if (record === null) throw new Error("it is not there");
      return entityOf(stores, record);
    });
  }

  /** Edits a renewed document on a device, for a server that was put back to before it. */
  async function editBehindRefused(content: string) {
    const world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const { id } = must(await desk.memos.create(await desk.caller(), { content: "a" }));
    await desk.syncAll();
    await edit(desk, id, "a b");
    await desk.syncAll();
    const before = await serverVersion(world, id);
    for (const days of [0, 31, 0]) {
      world.nowMs += days * dayMs + 61_000;
      await desk.syncAll();
    }
    const upkeep = await runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
    expect(upkeep.renewedDocuments).toBe(1);
    await desk.syncAll();
    await edit(desk, id, long);
    await desk.syncAll();
    await edit(desk, id, content);
    await world.server.database.write(async (stores) => {
      await stores.memos.save(before, derivedOf(before));
      await stores.endedDocuments.removeByMemo(id);
      await beginEpoch(stores.meta, "epoch-2", world.nowMs);
    });
    world.contentBytes = 20;
    await desk.sync.greet(desk.transport);
    const codes: string[][] = [];
    await desk.sync.push({
      ...desk.transport,
      async push(request) {
        if (codes.length === 10) throw new Error("the device goes on to push");
        const answer = await desk.transport.push(request);
        codes.push(answer.type === "results" ? answer.results.map(({ code }) => code) : []);
        return answer;
      },
    });
    await desk.syncAll();
    return { world, desk, id, codes };
  }

  test("waits in the held memo if that doesn't fit with it", async () => {
    const { world, desk, id, codes } = await editBehindRefused(`${long}, still`);
    await using _ = world;
    expect(codes).toEqual([["too-large", "other-generation"], ["too-large"]]);
    expect(await heldOn(desk)).toEqual([`too-large ${id}`]);
    expect(await textOn(desk, id)).toBe(`${long}, still`);
    world.contentBytes = 1_000;
    await again(desk);
    await desk.syncAll();
    expect((await serverVersion(world, id)).row.content).toBe(`${long}, still`);
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("is sent with the memo if that fits with it", async () => {
    const { world, desk, id, codes } = await editBehindRefused("a c");
    await using _ = world;
    expect(codes).toEqual([["too-large", "other-generation"], ["applied"]]);
    expect(await heldOn(desk)).toEqual([]);
    expect((await serverVersion(world, id)).row.content).toBe("a c");
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });
});

describe("R12 · an edit that the server refuses", () => {
  async function tooLong() {
    const made = await twoDevices("short");
    made.world.contentBytes = 20;
    await edit(made.laptop, made.id, long);
    await made.laptop.syncAll();
    return made;
  }

  test("stays in the memo, with the server's text in its history", async () => {
    const { world, desk, laptop, id } = await tooLong();
    await using _ = world;
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    expect(await textOn(laptop, id)).toBe(long);
    expect(await revisionsOn(laptop, id)).toContain("short");
    await desk.syncAll();
    expect(await textOn(desk, id)).toBe("short");
  });

  test("is merged with later edits of other devices, and sent with the next one here", async () => {
    const { world, desk, laptop, id } = await tooLong();
    await using _ = world;
    await edit(desk, id, "more, short");
    await desk.syncAll();
    must(await desk.memos.update(await desk.caller(), id, { pinned: true }));
    await desk.syncAll();
    await laptop.syncAll();
    expect(await textOn(laptop, id)).toContain("more");
    expect(await textOn(laptop, id)).toContain("by far");
    expect(await laptop.database.read(({ memos }) => memos.find(id))).toMatchObject({
      pinned: true,
    });
    await edit(laptop, id, "short again, more");
    await laptop.syncAll();
    await desk.syncAll();
    expect(await heldOn(laptop)).toEqual([]);
    expect(await textOn(desk, id)).toBe("short again, more");
    await expectAlike(desk, laptop);
  });

  test("is kept with edits that follow it in the same push", async () => {
    const { world, laptop, id } = await twoDevices("short");
    await using _ = world;
    world.contentBytes = 20;
    await edit(laptop, id, long);
    const asked = laptop.sync.push({
      ...laptop.transport,
      async push(request) {
        const answer = await laptop.transport.push(request);
        if (request.ops.length === 1) await edit(laptop, id, `${long}, and later`);
        return answer;
      },
    });
    await asked;
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    expect(await textOn(laptop, id)).toBe(`${long}, and later`);
  });

  test("can be thrown away: the server's text is shown, and the edit is in the history", async () => {
    const { world, desk, laptop, id } = await tooLong();
    await using _ = world;
    await laptop.database.write((stores) => throwAwayHeld(stores, id, world.nowMs));
    expect(await textOn(laptop, id)).toBe("short");
    expect(await revisionsOn(laptop, id)).toContain(long);
    await laptop.syncAll();
    await expectAlike(desk, laptop);
  });

  test("stays after the server has renewed the document", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    await edit(desk, id, "short");
    await desk.syncAll();
    await laptop.syncAll();
    world.contentBytes = 20;
    await edit(laptop, id, long);
    await renew(world, desk, laptop);
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await textOn(laptop, id)).toContain("by far");
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    expect(await textOn(desk, id)).toContain("by far");
    await expectAlike(desk, laptop);
  });
});

describe("R12b, R14c · a held edit whose document the server renews", () => {
  const rest = "and far more text than it allows";

  /** Returns a laptop whose edit is held, behind another device's edit and a renewed document. */
  async function heldBehind(base: string, ours: string, theirs: string) {
    const made = await twoDevices(base);
    const { world, desk, laptop, id } = made;
    world.contentBytes = 20;
    await edit(laptop, id, ours);
    await laptop.syncAll();
    await edit(desk, id, theirs);
    await renew(world, desk, laptop);
    return made;
  }

  test("removes words once, in the text that another device wrote", async () => {
    const ours = `one three ${rest}`;
    const { world, desk, laptop, id } = await heldBehind(
      "one two three",
      ours,
      "one two three four",
    );
    await using _ = world;
    const before = (await textOn(laptop, id)) ?? "";
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    const held = (await textOn(laptop, id)) ?? "";
    // Texts that both inserted at one place may change places.
    expect(held.split(/\s+/).toSorted()).toEqual(before.split(/\s+/).toSorted());
    expect(held).toContain("four");
    expect(held).toContain(rest);
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    expect(await textOn(desk, id)).toBe(held);
    await expectAlike(desk, laptop);
  });

  test("waits where letters would join the words of both, and keeps them apart when it is sent", async () => {
    const ours = `one more two ${rest}`;
    const { world, desk, laptop, id } = await heldBehind("one two ", ours, "new one ");
    await using _ = world;
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    expect(await textOn(laptop, id)).toBe(ours);
    expect(await revisionsOn(laptop, id)).toContain("new one ");
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    expect((await textOn(desk, id))?.split(/\s+/)).toEqual([
      "new",
      "one",
      "more",
      ...rest.split(" "),
    ]);
    await expectAlike(desk, laptop);
  });
});

describe("R12b, R14c · a held edit of a document whose end the device doesn't have", () => {
  test("waits with its rows, and is merged from its base when it is sent again", async () => {
    const { world, desk, laptop, id } = await twoDevices("one two three");
    await using _ = world;
    world.contentBytes = 30;
    await edit(laptop, id, "one three, and far more text than it allows");
    await laptop.syncAll();
    await edit(desk, id, "one two three four");
    world.nowMs += 181 * dayMs;
    await renew(world, desk);
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    await edit(desk, id, "new one two three four");
    await desk.syncAll();
    await laptop.syncAll();
    expect(await textOn(laptop, id)).toBe("one three, and far more text than it allows");
    expect(await revisionsOn(laptop, id)).toContain("new one two three four");
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    const merged = (await textOn(desk, id)) ?? "";
    expect(merged).toMatch(/^new one three/);
    expect(merged).not.toContain("two");
    expect(merged).toContain("four");
    expect(merged).toContain("far more text than it allows");
    await expectAlike(desk, laptop);
  });
});

describe("R12f, T3b · an edit behind one that the server refuses", () => {
  const base = "sun and moon, boat at $18975, and wind";

  /** Replaces an amount, which the server refuses, and then edits the text further. */
  async function editTwice(when: string, content: string) {
    const { world, desk, laptop, id } = await twoDevices(base);
    await edit(laptop, id, base.replace("$18975", "$15003"));
    world.contentBytes = 25;
    const texts = new Set<string | undefined>();
    let isFirst = true;
    const transport: DeviceReplica["transport"] = {
      ...laptop.transport,
      async push(request) {
        const wasFirst = isFirst;
        isFirst = false;
        if (wasFirst && when === "in the same push") throw new Error("connection reset");
        const answer = await laptop.transport.push(request);
        texts.add(await textOn(world.server, id));
        if (wasFirst) await edit(laptop, id, content);
        return answer;
      },
    };
    if (when === "in the same push") {
      await expect(laptop.sync.push(transport)).rejects.toThrow("connection reset");
      await edit(laptop, id, content);
    }
    await laptop.sync.push(transport);
    for (const device of [laptop, desk]) await device.syncAll();
    return { world, desk, laptop, id, texts };
  }

  test.each(["in the same push", "in a later push"])("is sent with it, %s", async (when) => {
    const { world, desk, laptop, id, texts } = await editTwice(when, "boat at $15003");
    await using _ = world;
    expect([...texts]).toEqual([base, "boat at $15003"]);
    expect(await heldOn(laptop)).toEqual([]);
    for (const device of [desk, laptop]) expect(await textOn(device, id)).toBe("boat at $15003");
    await expectAlike(desk, laptop);
  });

  test.each(["in the same push", "in a later push"])("is held with it, %s", async (when) => {
    const content = "boat at $15003, and wind by far";
    const { world, desk, laptop, id, texts } = await editTwice(when, content);
    await using _ = world;
    expect([...texts]).toEqual([base]);
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    expect(await textOn(laptop, id)).toBe(content);
    expect(await textOn(desk, id)).toBe(base);
  });
});

test("R12f · a memo over a limit that was lowered since accepts other changes", async () => {
  const { world, desk, laptop, id } = await twoDevices(long);
  await using _ = world;
  world.contentBytes = 20;
  must(await desk.memos.update(await desk.caller(), id, { pinned: true }));
  must(await desk.memos.trash(await desk.caller(), id));
  for (const device of [desk, laptop]) await device.syncAll();
  const row = await laptop.database.read(({ memos }) => memos.find(id));
  expect(row).toMatchObject({ pinned: true, content: long });
  expect(row?.deletedMs).not.toBeNull();
  await expectAlike(desk, laptop);
});

describe("T3b, T3d, R12b, R12d · another reading of a token in a held memo", () => {
  async function apart() {
    const made = await twoDevices("boat at 10:15");
    const { world, desk, laptop, id } = made;
    world.contentBytes = 30;
    await edit(laptop, id, "boat at 10:30, and much more than this server allows");
    await laptop.syncAll();
    await edit(desk, id, "boat at 10:45");
    await desk.syncAll();
    await laptop.syncAll();
    return made;
  }

  test("waits, in the history, while the device shows the text of its writer", async () => {
    const { world, laptop, id } = await apart();
    await using _ = world;
    expect(await textOn(laptop, id)).toBe("boat at 10:30, and much more than this server allows");
    expect(await revisionsOn(laptop, id)).toContain("boat at 10:45");
  });

  test.each([
    "after an edit",
    "once the limit is raised",
    "when its writer asks",
    "behind a renewal",
    "in a new epoch",
  ])("is decided as a whole when the memo is sent again %s", async (when) => {
    const { world, desk, laptop, id } = await apart();
    await using _ = world;
    if (when === "after an edit") await edit(laptop, id, "boat at 10:30, more");
    else world.contentBytes = 1_000;
    if (when === "behind a renewal") await renew(world, desk, laptop);
    if (when === "in a new epoch") {
      const { server, nowMs } = world;
      await server.database.write((stores) => beginEpoch(stores.meta, "epoch-2", nowMs));
    }
    if (when === "when its writer asks") await again(laptop);
    await laptop.syncAll();
    await desk.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([]);
    expect(await textOn(desk, id)).toMatch(/^boat at 10:(30|45), /);
    for (const device of [desk, laptop]) {
      const texts = [...(await revisionsOn(device, id)), await textOn(device, id)];
      expect(texts.some((text) => text?.includes("10:30"))).toBe(true);
      expect(texts.some((text) => text?.includes("10:45"))).toBe(true);
      expect(texts.filter((text) => !/10:(15|30|45)(?!\d)/.test(text ?? ""))).toEqual([]);
    }
    await expectAlike(desk, laptop);
  });

  test("stands beside that of its writer if the server refuses it in a new epoch", async () => {
    const { world, desk, laptop, id } = await apart();
    await using _ = world;
    const { server, nowMs } = world;
    await server.database.write((stores) => beginEpoch(stores.meta, "epoch-2", nowMs));
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    const both = "boat at 10:45 10:30, and much more than this server allows";
    expect(await textOn(laptop, id)).toBe(both);
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    expect(await textOn(desk, id)).toBe(both);
    await expectAlike(desk, laptop);
  });

  test("makes no third one with the letters of its writer in a renewed document", async () => {
    const { world, desk, laptop, id } = await twoDevices("boat");
    await using _ = world;
    await edit(desk, id, "boat at 10:15");
    await desk.syncAll();
    await laptop.syncAll();
    world.contentBytes = 30;
    await edit(laptop, id, "boat at 10:30, and much more than this server allows");
    await renew(world, desk, laptop);
    await desk.syncAll();
    await edit(desk, id, "boat at 10:45");
    await desk.syncAll();
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await textOn(laptop, id)).toBe("boat at 10:30, and much more than this server allows");
    expect(await revisionsOn(laptop, id)).toContain("boat at 10:45");
    world.contentBytes = 1_000;
    await laptop.sync.greet(laptop.transport);
    await laptop.syncAll();
    await desk.syncAll();
    // The newer reading of the two; the other one is in the history.
    expect(await textOn(desk, id)).toBe("boat at 10:45");
    const writers = "boat at 10:30, and much more than this server allows";
    for (const device of [desk, laptop]) expect(await revisionsOn(device, id)).toContain(writers);
    await expectAlike(desk, laptop);
  });

  test("stays in the text if it is newer, with that of the writer in the history", async () => {
    const { world, desk, laptop, id } = await twoDevices("boat at 10:15");
    await using _ = world;
    world.contentBytes = 15;
    await edit(laptop, id, "boat at 10:30:00");
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`too-large ${id}`]);
    world.nowMs += 1_000;
    await edit(desk, id, "boat at 10:45");
    await renew(world, desk, laptop);
    await laptop.sync.pull(laptop.transport);
    expect(await textOn(laptop, id)).toBe("boat at 10:30:00");
    world.contentBytes = 1_000;
    for (const device of [laptop, desk]) await device.syncAll();
    expect(await heldOn(laptop)).toEqual([]);
    for (const device of [desk, laptop]) {
      expect(await textOn(device, id)).toBe("boat at 10:45");
      expect(await revisionsOn(device, id)).toContain("boat at 10:30:00");
    }
    await expectAlike(desk, laptop);
  });

  test("is shown once the held text is thrown away", async () => {
    const { world, laptop, id } = await apart();
    await using _ = world;
    await laptop.database.write((stores) => throwAwayHeld(stores, id, world.nowMs));
    expect(await textOn(laptop, id)).toBe("boat at 10:45");
    expect(await revisionsOn(laptop, id)).toContain(
      "boat at 10:30, and much more than this server allows",
    );
  });
});

describe("S5, R12a · a memo removed for good while another device writes in it", () => {
  test("stays on that device as its writer has it, and nowhere else", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    await purge(desk, id);
    await desk.syncAll();
    await edit(laptop, id, "first, and a paragraph");
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`gone ${id}`]);
    expect(await listed(laptop)).toEqual(["first, and a paragraph"]);
    expect(await contents(world.server.database)).toEqual({});
    // More typing changes the memo here, and restores it nowhere.
    await edit(laptop, id, "first, and two paragraphs");
    await laptop.syncAll();
    await desk.syncAll();
    expect(await heldOn(laptop)).toEqual([`gone ${id}`]);
    expect(await listed(laptop)).toEqual(["first, and two paragraphs"]);
    expect(await contents(desk.database)).toEqual({});
    await laptop.database.write((stores) => throwAwayHeld(stores, id, world.nowMs));
    expect(await contents(laptop.database)).toEqual({});
  });

  test("stays if the removal arrives before the edit is sent", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    await purge(desk, id);
    await desk.syncAll();
    await edit(laptop, id, "first, and a paragraph");
    await laptop.sync.pull(laptop.transport);
    expect(await heldOn(laptop)).toEqual([`gone ${id}`]);
    await laptop.syncAll();
    expect(await listed(laptop)).toEqual(["first, and a paragraph"]);
  });

  test("goes if only its pin was changed", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    await purge(desk, id);
    await desk.syncAll();
    must(await laptop.memos.update(await laptop.caller(), id, { pinned: true }));
    await laptop.syncAll();
    expect(await listed(laptop)).toEqual([]);
    expect(await heldOn(laptop)).toEqual([]);
  });

  test("stays if an earlier edit was refused", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    world.contentBytes = 20;
    await edit(laptop, id, long);
    await laptop.syncAll();
    await purge(desk, id);
    await desk.syncAll();
    await laptop.syncAll();
    expect(await heldOn(laptop)).toEqual([`gone ${id}`]);
    expect(await listed(laptop)).toEqual([long]);
  });

  test("a comment written meanwhile becomes a private memo of its own", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    await purge(desk, id);
    await desk.syncAll();
    const comment = must(
      await laptop.memos.create(await laptop.caller(), { content: "a comment", parent: id }),
    ).id;
    await laptop.syncAll();
    await laptop.syncAll();
    expect(await listed(laptop)).toEqual(["a comment"]);
    expect(await heldOn(laptop)).toHaveLength(1);
    await again(laptop);
    await laptop.syncAll();
    await desk.syncAll();
    expect(await heldOn(laptop)).toEqual([]);
    expect((await contents(desk.database))[comment]).toMatchObject({
      content: "a comment",
      parent: null,
      visibility: "PRIVATE",
    });
  });

  test("its entry can't be sent again", async () => {
    const { world, desk, laptop, id } = await twoDevices("first");
    await using _ = world;
    await purge(desk, id);
    await desk.syncAll();
    await edit(laptop, id, "first, and a paragraph");
    await laptop.syncAll();
    const [row] = await laptop.database.read(({ outbox }) => outbox.rejected(1));
    const found = await laptop.database.read((stores) => findRejected(stores, row?.n ?? 0));
    expect(found?.op).toMatchObject({ kind: "memo.put", entity: id });
    const deps = { ...laptop.deps, textClientId: () => 2 ** 41 };
    const tried = await retryRejected(deps, await laptop.caller(), row?.n ?? 0);
    expect(tried).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
  });
});

describe("R12a, R12g · a comment whose memo goes out of sight while its writer edits it", () => {
  /** Returns a reader's device with their comment on a memo that its owner has archived meanwhile. */
  async function outOfSight() {
    const world = await createWorld();
    const { memos } = world.server;
    const owner = world.server.caller("users/owner");
    const { id } = must(await memos.create(owner, { content: "first", visibility: "PROTECTED" }));
    await world.server.join("crew", "reader");
    const desk = await publicReader(world, "desk", "reader");
    const written = { content: "a comment", parent: id };
    const comment = must(await desk.memos.create(await desk.caller(), written)).id;
    await desk.syncAll();
    must(await memos.update(owner, id, { state: "ARCHIVED" }));
    const onServer = async () => (await contents(world.server.database))[comment];
    const showAgain = async () => must(await memos.update(owner, id, { state: "NORMAL" }));
    return { world, desk, id, comment, onServer, showAgain };
  }

  test("isn't held if the same push sent the edit behind another change", async () => {
    const { world, desk, comment, onServer } = await outOfSight();
    await using _ = world;
    must(await desk.memos.update(await desk.caller(), comment, { pinned: true }));
    await edit(desk, comment, "a comment, edited");
    await desk.syncAll();
    expect(await onServer()).toMatchObject({ content: "a comment, edited", pinned: true });
    expect(await heldOn(desk)).toEqual([]);
    expect(await contents(desk.database)).toEqual({});
  });

  test("becomes a memo of its writer, who sends nothing of it to the comment", async () => {
    const { world, desk, id, comment, onServer } = await outOfSight();
    await using _ = world;
    await edit(desk, comment, "a comment, edited");
    await desk.sync.pull(desk.transport);
    expect(await heldOn(desk)).toEqual([`gone ${comment}`]);
    const set = { visibility: "SPACE", space: "spaces/crew" } as const;
    must(await desk.memos.update(await desk.caller(), comment, set));
    await edit(desk, comment, "a comment, edited, for the crew");
    await desk.syncAll();
    await desk.syncAll();
    expect(await onServer()).toMatchObject({
      content: "a comment",
      parent: id,
      visibility: "PROTECTED",
      space: null,
    });
    expect(await heldOn(desk)).toEqual([`gone ${comment}`]);
    expect((await contents(desk.database))[comment]).toMatchObject({
      content: "a comment, edited, for the crew",
      parent: null,
      ...set,
    });
  });

  // The first answer only tells the number that the server expects.
  test.each([1, 2])("takes what was changed before answer %i to it", async (nth) => {
    const { world, desk, comment, onServer } = await outOfSight();
    await using _ = world;
    await edit(desk, comment, "a comment, edited");
    await desk.sync.pull(desk.transport);
    await edit(desk, comment, "a comment, edited twice");
    const pin = { pinned: true };
    let answers = 0;
    await desk.sync.push({
      ...desk.transport,
      async push(request) {
        const answer = await desk.transport.push(request);
        answers += 1;
        if (answers === nth) must(await desk.memos.update(await desk.caller(), comment, pin));
        return answer;
      },
    });
    await desk.syncAll();
    expect(await onServer()).toMatchObject({ content: "a comment", pinned: false });
    expect(await heldOn(desk)).toEqual([`gone ${comment}`]);
    expect((await contents(desk.database))[comment]).toMatchObject({
      content: "a comment, edited twice",
      ...pin,
    });
    expect(await desk.database.read(({ outbox }) => outbox.rejected(9))).toHaveLength(1);
  });

  test("is a comment again once its memo is back, and sent as one with the next edit", async () => {
    const { world, desk, id, comment, onServer, showAgain } = await outOfSight();
    await using _ = world;
    await edit(desk, comment, "a comment, edited");
    await desk.sync.pull(desk.transport);
    const set = { visibility: "SPACE", space: "spaces/crew" } as const;
    must(await desk.memos.update(await desk.caller(), comment, set));
    await desk.syncAll();
    await showAgain();
    await desk.syncAll();
    const shown = { content: "a comment, edited", parent: id, visibility: "PROTECTED" };
    expect((await contents(desk.database))[comment]).toMatchObject(shown);
    expect(await onServer()).toMatchObject({ content: "a comment" });
    await edit(desk, comment, "a comment, edited again");
    await desk.syncAll();
    expect(await onServer()).toMatchObject({ ...shown, content: "a comment, edited again" });
    expect(await heldOn(desk)).toEqual([]);
  });
});
