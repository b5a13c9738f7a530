import { describe, expect, test } from "vitest";
import { memoEtag } from "@tidemark/core/memo";
import { choicesNoteKey } from "@tidemark/core/sync/device";
import { beginEpoch } from "@tidemark/core/sync/server";
import { contents, type DeviceReplica, must } from "./replicas.ts";
import { edit, twoDevices } from "./two-devices.ts";

/** Base, and what each of two devices makes of it while they are apart. */
const pairs: readonly (readonly [what: string, base: string, desk: string, laptop: string])[] = [
  ["a date", "due 2026-12-01", "due 2026-12-05", "due 2026-12-10"],
  ["an amount", "price 10 euro", "price 12 euro", "price 15 euro"],
  ["a time", "meet at 10:00 sharp", "meet at 10:30 sharp", "meet at 11:00 sharp"],
  ["a dose", "dose 0.5 mg", "dose 0.25 mg", "dose 1.5 mg"],
  ["a tag", "note #todo", "note #done", "note #later"],
  ["a colour", "the colour is red", "the colour is green", "the colour is blue"],
  ["a telephone number", "call 555-1234", "call 555-1254", "call 555-9234"],
  ["a number in groups", "call +49 30 1234567", "call +49 30 1234568", "call +49 40 1234567"],
  ["a status", "status: open", "status: closed", "status: waiting"],
  ["a status of several words", "status: open", "status: in work", "status: waiting for Ann"],
  ["a table's cell", "| a | 10 |", "| a | 12 |", "| a | 15 |"],
  ["a version", "uses v1.2.3 now", "uses v1.3.0 now", "uses v2.0.0 now"],
  ["an address", "https://a.org/v1/x", "https://a.org/v2/x", "https://a.org/v3/x"],
  ["a mail address", "mail ann@a.org", "mail eve@a.org", "mail ann@b.org"],
  ["a price in Chinese", "价格10元", "价格12元", "价格15元"],
  ["a date in Chinese", "2026年12月1日见", "2026年12月5日见", "2026年11月1日见"],
  ["a sentence", "old sentence here", "completely new words", "another text instead"],
  ["a sentence of another length", "old sentence here", "all new words now", "another text"],
  ["a flag", "from 🇩🇪 here", "from 🇩🇰 here", "from 🇫🇪 here"],
  ["a share", "about 10% of it", "about 12% of it", "about 15% of it"],
];

async function textOf(device: DeviceReplica, id: string): Promise<string> {
  return (await device.database.read(({ memos }) => memos.find(id)))?.content ?? "";
}

type World = Awaited<ReturnType<typeof twoDevices>>["world"];

async function historyOf(
  { database }: Pick<DeviceReplica, "database"> | World["server"],
  id: string,
): Promise<Map<string, string>> {
  const found = await database.read(({ revisions }) => revisions.listByMemo(id, 100));
  return new Map(found.map(({ content, device }) => [content, device]));
}

async function noteOn({ database }: DeviceReplica, id: string) {
  return (await database.read(({ memoNotes }) => memoNotes.among(choicesNoteKey, [id]))).get(id);
}

describe("two devices that replace the same token while apart", () => {
  test.each(pairs)(
    "T3b, T3e · keep one reading of %s, and both in the history",
    async (...pair) => {
      const [, base, desks, laptops] = pair;
      const { world, desk, laptop, id } = await twoDevices(base);
      await using _ = world;
      world.nowMs += 1_000_000;
      await edit(desk, id, desks);
      world.nowMs += 1_000;
      await edit(laptop, id, laptops);
      for (const device of [desk, laptop, desk]) await device.syncAll();
      // The newer edit stays.
      for (const device of [desk, laptop]) expect(await textOf(device, id)).toBe(laptops);
      expect(await contents(desk.database)).toEqual(await contents(world.server.database));
      for (const replica of [world.server, desk, laptop]) {
        const history = await historyOf(replica, id);
        expect(history.get(desks)).toBe("desk");
        expect(history.get(laptops)).toBe("laptop");
        const written = new Set([base, desks, laptops]);
        expect([...history.keys()].filter((text) => !written.has(text))).toEqual([]);
      }
      const [kept, other] = [{ device: "laptop" }, { device: "desk" }];
      expect(await noteOn(desk, id)).toMatchObject({ isOpen: true, kept, other });
      expect(await noteOn(laptop, id)).toMatchObject({ isOpen: true, kept, other });
    },
  );

  test("T3b · keep the newer edit even if it is sent first", async () => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro");
    await using _ = world;
    await edit(desk, id, "price 12 euro");
    world.nowMs += 1_000;
    await edit(laptop, id, "price 15 euro");
    for (const device of [laptop, desk, laptop]) await device.syncAll();
    expect(await textOf(desk, id)).toBe("price 15 euro");
    expect(await textOf(laptop, id)).toBe("price 15 euro");
    expect(await noteOn(laptop, id)).toMatchObject({
      isOpen: true,
      kept: { device: "laptop", isHere: true },
      other: { device: "desk", isHere: false },
      places: [{ at: 6, kept: "15", other: "12" }],
    });
  });

  test("T3b · of three, and after chains of edits, is one that somebody wrote", async () => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro, due 1 May");
    await using _ = world;
    const phone = await world.device("phone");
    await phone.connect();
    await phone.syncAll();
    const all = [desk, laptop, phone];
    await edit(desk, id, "price 12 euro, due 1 May");
    await edit(laptop, id, "price 15 euro, due 1 May");
    await edit(laptop, id, "price 16 euro, due 2 May");
    await edit(phone, id, "price 18 euro, due 1 May, paid");
    await desk.syncAll();
    await phone.syncAll();
    await edit(desk, id, "price 13 euro, due 1 May");
    for (const device of [laptop, ...all, ...all]) await device.syncAll();
    const final = await textOf(desk, id);
    expect(final).toMatch(/^price 1[368] euro, due 2 May, paid$/);
    for (const device of all) expect(await textOf(device, id)).toBe(final);
    const history = [...(await historyOf(world.server, id)).keys()].join("\n");
    for (const text of ["12 euro", "16 euro", "18 euro", "13 euro"]) {
      expect(`${history}\n${final}`).toContain(text);
    }
  });

  test("T3b · keep one reading even if the other device edits on, until the base is no longer stored", async () => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro");
    await using _ = world;
    await edit(desk, id, "price 10 euro.");
    for (const device of [desk, laptop]) await device.syncAll();
    await edit(laptop, id, "price 15 euro.");
    for (let n = 0; n < 30; n += 1) {
      world.nowMs += 2_000;
      await edit(desk, id, `price 12 euro. ${"x".repeat(n)}`);
      await desk.syncAll();
    }
    for (const device of [laptop, desk]) await device.syncAll();
    expect(await textOf(desk, id)).toBe(`price 12 euro. ${"x".repeat(29)}`);
    expect((await historyOf(desk, id)).get("price 15 euro.")).toBe("laptop");
  });

  test("T3c · merge insertions beside each other letter by letter", async () => {
    const { world, desk, laptop, id } = await twoDevices("the tide turns");
    await using _ = world;
    await edit(desk, id, "the tides turns");
    await edit(laptop, id, "the low tide turns late");
    for (const device of [desk, laptop, desk]) await device.syncAll();
    expect(await textOf(desk, id)).toBe("the low tides turns late");
    expect(await noteOn(desk, id)).toBeUndefined();
  });

  test.each(["the amount", "the word"])(
    "T3d, T3g · keep an amount whole if the other device writes behind it, and %s is written first",
    async (first) => {
      const { world, desk, laptop, id } = await twoDevices("paid $11433 to Ann");
      await using _ = world;
      const [amount, word] = ["paid $11056 to Ann", "paid $11433, soon, to Ann"];
      // The order of both edits decides the order of their letters in the document.
      await edit(desk, id, first === "the amount" ? amount : word);
      await edit(laptop, id, first === "the amount" ? word : amount);
      await desk.syncAll();
      await laptop.sync.pull(laptop.transport);
      const merged = "paid $11056, soon, to Ann";
      expect([amount, word, merged]).toContain(await textOf(laptop, id));
      for (const device of [laptop, desk]) await device.syncAll();
      const written = new Set(["paid $11433 to Ann", amount, word, merged]);
      for (const replica of [world.server, desk, laptop]) {
        const memo = await replica.database.read(({ memos }) => memos.find(id));
        expect(memo?.content).toBe(merged);
        const history = [...(await historyOf(replica, id)).keys()];
        expect(history.filter((text) => !written.has(text))).toEqual([]);
      }
    },
  );

  test("T3d · shows its own reading until the server has answered", async () => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro");
    await using _ = world;
    await edit(desk, id, "price 12 euro");
    await desk.syncAll();
    world.nowMs += 1_000;
    await edit(laptop, id, "price 15 euro");
    await laptop.sync.pull(laptop.transport);
    expect(await textOf(laptop, id)).toBe("price 15 euro");
    await edit(laptop, id, "price 15 euro net");
    await laptop.syncAll();
    await desk.syncAll();
    for (const device of [desk, laptop]) {
      expect(await textOf(device, id)).toBe("price 15 euro net");
      expect([...(await historyOf(device, id)).keys()]).toContain("price 12 euro");
    }
  });

  test("R3a, C8 · keeps its own newer reading and its time in a new epoch, also if other changes follow", async () => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro");
    await using _ = world;
    await edit(desk, id, "price 12 euro");
    world.nowMs += 1_000;
    await edit(laptop, id, "price 15 euro");
    await desk.syncAll();
    await laptop.sync.pull(laptop.transport);
    world.nowMs += 5_000;
    must(await laptop.memos.update(await laptop.caller(), id, { pinned: true }));
    const updatedMs = (await laptop.database.read(({ memos }) => memos.find(id)))?.updatedMs;
    await world.server.database.write(({ meta }) => beginEpoch(meta, "epoch-2", world.nowMs));
    const { push } = laptop.transport;
    const lossy = laptop.sync.push({
      ...laptop.transport,
      push: (request: Parameters<typeof push>[0]) => {
        if (request.epoch === "epoch-2") throw new Error("connection reset");
        return push(request);
      },
    });
    await expect(lossy).rejects.toThrow("connection reset");
    expect(await textOf(laptop, id)).toBe("price 15 euro");
    for (const device of [laptop, desk]) await device.syncAll();
    for (const { database } of [world.server, laptop, desk]) {
      const memo = await database.read(({ memos }) => memos.find(id));
      expect(memo).toMatchObject({ content: "price 15 euro", pinned: true, updatedMs });
    }
  });

  test("T3b · an API client with an older text replaces a reading whole, and the device shows it", async () => {
    const { world, desk, id } = await twoDevices("price 10 euro");
    await using _ = world;
    const api = world.server.caller("users/alice");
    const before = must(await world.server.memos.get(api, id, { showDeleted: false }));
    await edit(desk, id, "price 12 euro");
    await desk.syncAll();
    const ifMatch = memoEtag(before);
    must(await world.server.memos.update(api, id, { content: "price 15 euro" }, { ifMatch }));
    await desk.syncAll();
    expect(await textOf(desk, id)).toBe("price 15 euro");
    expect(await noteOn(desk, id)).toMatchObject({ isOpen: true, other: { isHere: true } });
  });
});

describe("the history of a merge", () => {
  test.each([
    ["lacks the edit", (op: Record<string, unknown>) => ({ ...op, edit: undefined })],
    [
      "has another edit",
      (op: Record<string, unknown>) => ({ ...op, edit: { at: 0, remove: 99, insert: "made up" } }),
    ],
  ])("T10 · has no text that nobody wrote if an operation %s", async (_title, change) => {
    const { world, desk, laptop, id } = await twoDevices("price 10 euro");
    await using _ = world;
    await edit(desk, id, "price 12 euro");
    await edit(laptop, id, "price 15 euro");
    await desk.syncAll();
    const { push } = laptop.transport;
    await laptop.sync.push({
      ...laptop.transport,
      push: (request: Parameters<typeof push>[0]) => {
        const ops = request.ops.map(({ n, op }) => ({ n, op: change(op) as unknown as typeof op }));
        return push({ ...request, ops });
      },
    });
    const history = [...(await historyOf(world.server, id)).keys()];
    expect(history.toSorted()).toEqual(["price 10 euro", "price 12 euro"]);
  });
});
