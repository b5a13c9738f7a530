import { runUpkeep } from "@tidemark/core/upkeep";
import { inParts } from "@tidemark/core/sync/device";
import { type SyncTransport, wireMemoSchema } from "@tidemark/core/sync/protocol";
import { describe, expect, test } from "vitest";
import { contents, createWorld, type DeviceReplica, must, type World } from "./replicas.ts";

const dayMs = 86_400_000;

async function write(device: DeviceReplica, content: string): Promise<string> {
  return must(await device.memos.create(await device.caller(), { content })).id;
}

async function serverMemos(world: World, count: number): Promise<string[]> {
  const alice = world.server.caller("users/alice");
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const createdMs = world.nowMs - ((n * 7919) % count) * 1000;
    const made = await world.server.memos.create(alice, { content: `memo ${n}`, createdMs });
    ids.push(must(made).id);
  }
  return ids;
}

/** Returns the device's transport, and a log of every snapshot page and pull. */
function watched(device: DeviceReplica): { transport: SyncTransport; calls: string[] } {
  const calls: string[] = [];
  const { snapshot } = device.transport;
  const transport: SyncTransport = {
    ...device.transport,
    pull: (request) => {
      calls.push("pull");
      return device.transport.pull(request);
    },
    snapshot: async (request) => {
      calls.push(`snapshot after ${request.after === null ? "nothing" : "a page"}`);
      return brought(snapshot)(request);
    },
  };
  return { transport, calls };
}

describe("R13 · a first sync", () => {
  test("loads the newest memos first, by creation time, and then everything", async () => {
    await using world = await createWorld();
    await serverMemos(world, 700);
    const desk = await world.device("desk");
    await desk.connect();
    const { transport, calls } = watched(desk);
    const failing: SyncTransport = {
      ...transport,
      snapshot: async (request) => {
        if (request.after !== null) throw new Error("cut");
        return brought(transport.snapshot)(request);
      },
    };
    await expect(desk.sync.pull(failing)).rejects.toThrow("cut");
    const all = Object.values(await contents(world.server.database)) as { createdMs: number }[];
    const newest = all.map((memo) => memo.createdMs).toSorted((a, b) => b - a);
    const first = Object.values(await contents(desk.database)) as { createdMs: number }[];
    expect(first.map((memo) => memo.createdMs).toSorted((a, b) => b - a)).toEqual(
      newest.slice(0, 200),
    );

    calls.length = 0;
    await desk.sync.pull(transport);
    expect(calls).toEqual(["snapshot after a page", "snapshot after a page", "pull"]);
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("misses no change that is written while it runs", async () => {
    await using world = await createWorld();
    const ids = await serverMemos(world, 600);
    const desk = await world.device("desk");
    await desk.connect();
    const alice = world.server.caller("users/alice");
    const { transport } = watched(desk);
    let page = 0;
    await desk.sync.pull({
      ...transport,
      snapshot: async (request) => {
        const response = await brought(transport.snapshot)(request);
        page += 1;
        must(await world.server.memos.update(alice, ids[page] ?? "", { pinned: true }));
        must(await world.server.memos.create(alice, { content: `meanwhile ${page}` }));
        must(await world.server.memos.purge(alice, ids[100 + page] ?? ""));
        return response;
      },
    });
    expect(page).toBeGreaterThan(2);
    await desk.sync.pull(transport);
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("R13b · of a profile with memos of its own loses none of them", async () => {
    await using world = await createWorld();
    await serverMemos(world, 3);
    const desk = await world.device("desk");
    const own = await write(desk, "written before there was a server");
    await desk.connect();
    await desk.syncAll();
    const all = await contents(world.server.database);
    expect(Object.keys(all)).toHaveLength(4);
    expect(Object.keys(all)).toContain(own);
    expect(await contents(desk.database)).toEqual(all);
  });

  test("applies the newest of a memo that a page contains twice", async () => {
    await using world = await createWorld();
    const [id = ""] = await serverMemos(world, 1);
    const desk = await world.device("desk");
    await desk.connect();
    const { transport } = watched(desk);
    let isTwice = false;
    await desk.sync.pull({
      ...transport,
      snapshot: async (request) => {
        const response = await brought(transport.snapshot)(request);
        const [change] = response.type === "page" ? response.changes : [];
        if (response.type !== "page" || change === undefined) return response;
        isTwice = true;
        return { ...response, changes: [{ ...change, row: older(change.row) }, change] };
      },
    });
    expect(isTwice).toBe(true);
    const all = await contents(world.server.database);
    expect(Object.keys(all)).toEqual([id]);
    expect(await contents(desk.database)).toEqual(all);
  });

  test("defers indexing of texts, which are found meanwhile", async () => {
    await using world = await createWorld();
    await serverMemos(world, 30);
    const desk = await world.device("desk");
    const own = await write(desk, "memo 7 of its own");
    await desk.connect();
    await desk.sync.pull(desk.transport);
    const isAny = () => desk.database.read(({ lateTexts }) => lateTexts.isAny());
    const found = async (): Promise<number> => {
      const caller = await desk.caller();
      const page = must(
        await desk.memos.list(caller, {
          state: "NORMAL",
          trash: "none",
          parent: null,
          filter: 'content.contains("memo 7")',
          order: [],
          pageSize: 50,
          pageToken: "",
        }),
      );
      return page.memos.length;
    };
    expect([await isAny(), await found()]).toEqual([true, 2]);
    await desk.database.write(async ({ lateTexts }) => {
      while (await lateTexts.index(40));
    });
    expect([await isAny(), await found()]).toEqual([false, 2]);
    must(await desk.memos.update(await desk.caller(), own, { content: "no more" }));
    expect(await found()).toBe(1);
  });

  test("of an empty server finishes", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    await desk.syncAll();
    await write(desk, "first");
    await desk.syncAll();
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });

  test("of an empty server leaves no texts to index later, however often it runs", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    await desk.connect();
    const isAny = () => desk.database.read(({ lateTexts }) => lateTexts.isAny());
    await desk.syncAll();
    expect(await isAny()).toBe(false);
    await write(desk, "first");
    expect(await isAny()).toBe(false);
  });
});

describe("R13a · a device that was away for longer than the feed remembers", () => {
  async function afterAYear(): Promise<{
    world: World;
    desk: DeviceReplica;
    kept: string;
    edited: string;
    purged: string;
  }> {
    const world = await createWorld();
    const desk = await world.device("desk");
    const [kept, edited, purged] = [
      await write(desk, "kept"),
      await write(desk, "edited"),
      await write(desk, "purged"),
    ];
    await desk.connect();
    await desk.syncAll();
    const alice = world.server.caller("users/alice");
    const upkeep = () => runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
    must(await world.server.memos.purge(alice, purged));
    must(await world.server.memos.update(alice, kept, { pinned: true }));
    await upkeep();
    world.nowMs += 365 * dayMs;
    expect((await upkeep()).droppedFeedRows).toBeGreaterThan(0);
    return { world, desk, kept, edited, purged };
  }

  test("resyncs: purged memos are evicted, unsent changes stay", async () => {
    const { world, desk, kept, edited, purged } = await afterAYear();
    await using _ = world;
    must(await desk.memos.update(await desk.caller(), edited, { content: "edited offline" }));
    const written = await write(desk, "written offline");
    await desk.syncAll();
    const all = await contents(world.server.database);
    expect(Object.keys(all).toSorted()).toEqual([kept, edited, written].toSorted());
    expect(all[edited]).toMatchObject({ content: "edited offline" });
    expect(await contents(desk.database)).toEqual(all);
    expect(Object.keys(await contents(desk.database))).not.toContain(purged);
  });

  test("R13b · keeps what it wrote while the snapshot came", async () => {
    const { world, desk, purged } = await afterAYear();
    await using _ = world;
    await desk.sync.greet(desk.transport);
    await desk.sync.push(desk.transport);
    const { transport } = watched(desk);
    let meanwhile = "";
    await desk.sync.pull({
      ...transport,
      snapshot: async (request) => {
        const response = await brought(transport.snapshot)(request);
        if (meanwhile === "") meanwhile = await write(desk, "meanwhile");
        return response;
      },
    });
    const here = Object.keys(await contents(desk.database));
    expect(here).toContain(meanwhile);
    expect(here).not.toContain(purged);
    await desk.syncAll();
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });
});

describe("R5, R13 · pages applied in parts", () => {
  test("load everything, despite repeated cuts while others write", async () => {
    await using world = await createWorld();
    const [first = "", second = "", third = ""] = await serverMemos(world, 620);
    const desk = await world.device("desk");
    await desk.connect();
    const alice = world.server.caller("users/alice");
    const { snapshot } = desk.transport;
    let pauses = 0;
    let rounds = 0;
    const transport = inParts(
      { ...desk.transport, snapshot: brought(snapshot) },
      {
        rows: 20,
        pause: async () => {
          pauses += 1;
          if (pauses % 7 === 0) throw new Error("cut");
        },
      },
    );
    for (;;) {
      rounds += 1;
      try {
        await desk.sync.pull(transport);
        break;
      } catch (error) {
        expect(String(error)).toContain("cut");
      }
      if (rounds === 1) must(await world.server.memos.purge(alice, first));
      if (rounds === 2) must(await world.server.memos.update(alice, second, { content: "later" }));
      if (rounds === 3) {
        for (const id of [third, second]) {
          must(await world.server.memos.update(alice, id, { pinned: true }));
        }
        await serverMemos(world, 90);
      }
    }
    expect(rounds).toBeGreaterThan(4);
    expect(await contents(desk.database)).toEqual(await contents(world.server.database));
  });
});

function brought<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the world's transport carries snapshots");
  return value;
}

/** Returns the row with another text. */
function older(row: unknown): unknown {
  const memo = wireMemoSchema.parse(row);
  return { ...memo, text: { ...memo.text, content: "what it said before" } };
}
