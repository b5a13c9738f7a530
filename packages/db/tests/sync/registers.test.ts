import type { MemoDeps } from "@tidemark/core/memo";
import {
  patchGeneral,
  patchTags,
  readGeneralSetting,
  readTagsSetting,
} from "@tidemark/core/setting";
import { retryRejected } from "@tidemark/core/sync/device";
import type { SyncTransport } from "@tidemark/core/sync/protocol";
import { runUpkeep } from "@tidemark/core/upkeep";
import {
  createView,
  inOrder,
  listViews,
  moveView,
  removeView,
  updateView,
} from "@tidemark/core/view";
import type { Caller } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { createWorld, type DeviceReplica, must, type World } from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";
import { feedFloorKey } from "@tidemark/core/feed";

/** Returns the settings and views of a replica's user, with methods to change them. */
function things(
  deps: Pick<MemoDeps, "database" | "journal" | "clock" | "newId">,
  who: () => Promise<Caller>,
) {
  const { database } = deps;
  const ids = { newId: deps.newId };
  return {
    theme: async (theme: string) => {
      const caller = await who();
      const patch = { mask: "", fields: { theme } };
      must(await database.write((stores) => patchGeneral({ stores, deps, caller }, patch)));
    },
    locale: async (locale: string) => {
      const caller = await who();
      const patch = { mask: "", fields: { locale } };
      must(await database.write((stores) => patchGeneral({ stores, deps, caller }, patch)));
    },
    blur: async (...names: string[]) => {
      const caller = await who();
      const tags = Object.fromEntries(names.map((name) => [name, { blurContent: true }]));
      const patch = { mask: "", fields: { tags } };
      must(await database.write((stores) => patchTags({ stores, deps, caller }, patch)));
    },
    keep: async (title: string, filter = "pinned") => {
      const caller = await who();
      const view = { title, filter, icon: null, validateOnly: false };
      return must(
        await database.write((stores) =>
          createView({ stores, deps: { ...deps, ...ids }, caller }, view),
        ),
      ).id;
    },
    rename: async (id: string, title: string) => {
      const caller = await who();
      must(
        await database.write((stores) =>
          updateView({ stores, deps: { ...deps, ...ids }, caller }, id, { title }),
        ),
      );
    },
    move: async (id: string, before: string | null) => {
      const caller = await who();
      const place = { id, before };
      must(
        await database.write((stores) =>
          moveView({ stores, deps: { ...deps, ...ids }, caller }, place),
        ),
      );
    },
    order: async () => {
      const caller = await who();
      const views = await database.read((stores) => listViews(stores, caller));
      return inOrder(views)
        .map((view) => view.title)
        .join("");
    },
    drop: async (id: string) => {
      const caller = await who();
      must(
        await database.write((stores) =>
          removeView({ stores, deps: { ...deps, ...ids }, caller }, id),
        ),
      );
    },
    async all() {
      const caller = await who();
      return database.read(async (stores) => ({
        general: await readGeneralSetting(stores.registers, caller.name),
        tags: Object.keys((await readTagsSetting(stores.registers, caller.name)).tags),
        views: (await listViews(stores, caller)).map((view) => view.title),
      }));
    },
  };
}

type Things = ReturnType<typeof things>;

/** Creates a server that Alice writes to by the API, and two connected devices of hers. */
async function opened(): Promise<{
  world: World;
  api: Things;
  desk: DeviceReplica;
  laptop: DeviceReplica;
  here: Things;
  there: Things;
}> {
  const world = await createWorld();
  const [desk, laptop] = [await world.device("desk"), await world.device("laptop")];
  for (const device of [desk, laptop]) {
    await device.connect();
    await device.syncAll();
  }
  const api = things(world.server.deps, async () => world.server.caller("users/alice"));
  const [here, there] = [desk, laptop].map((device) => things(device.deps, device.caller));
  if (here === undefined || there === undefined) throw new Error("two devices");
  return { world, api, desk, laptop, here, there };
}

async function syncBoth(...devices: DeviceReplica[]): Promise<void> {
  for (const device of [...devices, ...devices]) await device.syncAll();
}

describe("I1 · settings and views", () => {
  test("are the same on every device and by the API, wherever they were changed", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    await api.theme("dark");
    await here.locale("pt");
    await here.blur("work");
    await there.blur("home");
    await there.keep("Mine");
    await api.keep("By the API");
    await syncBoth(desk, laptop);
    const all = await api.all();
    expect(all).toMatchObject({ general: { theme: "dark", locale: "pt" }, tags: ["home", "work"] });
    expect(all.views.toSorted()).toEqual(["By the API", "Mine"]);
    expect(await here.all()).toEqual(all);
    expect(await there.all()).toEqual(all);
  });

  test("are in the user's order on every device", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    const ids: Record<string, string> = {};
    for (const title of ["A", "B", "C", "D"]) {
      world.nowMs += 10;
      ids[title] = await here.keep(title);
    }
    const at = (title: string) => ids[title] ?? "";
    expect(await here.order()).toBe("ABCD");
    await here.move(at("D"), at("B"));
    expect(await here.order()).toBe("ADBC");
    await here.move(at("A"), null);
    expect(await here.order()).toBe("DBCA");
    await syncBoth(desk, laptop);
    expect(await there.order()).toBe("DBCA");

    // Both move another one: neither move is lost.
    await here.move(at("C"), at("D"));
    await there.move(at("A"), at("B"));
    await syncBoth(desk, laptop);
    for (const each of [api, here, there]) expect(await each.order()).toBe("CDAB");

    // Enough moves between the same two to exhaust the numbers between them.
    for (let n = 0; n < 120; n += 1)
      await here.move(at(n % 2 === 0 ? "B" : "A"), at(n % 2 === 0 ? "A" : "B"));
    expect(await here.order()).toBe("CDAB");
    await here.rename(at("D"), "E");
    world.nowMs += 10_000;
    await here.keep("F");
    expect(await here.order()).toBe("CEABF");
    // The API still lists them in order of creation.
    expect((await here.all()).views).toEqual(["A", "B", "C", "E", "F"]);
  });

  test("S3 · have the newest value of each, and removed ones stay removed", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    const id = await here.keep("First");
    await syncBoth(desk, laptop);
    await here.theme("dark");
    await there.rename(id, "Renamed while it was being removed");
    world.nowMs += 1000;
    await there.theme("light");
    await here.drop(id);
    await syncBoth(desk, laptop);
    for (const each of [api, here, there]) {
      expect(await each.all()).toMatchObject({ general: { theme: "light" }, views: [] });
    }
  });

  test("from before there was a server reach it under the account", async () => {
    await using world = await createWorld();
    const desk = await world.device("desk");
    const here = things(desk.deps, desk.caller);
    await here.theme("dark");
    await here.keep("Local");
    await desk.connect();
    await desk.syncAll();
    const api = things(world.server.deps, async () => world.server.caller("users/alice"));
    expect(await api.all()).toMatchObject({ general: { theme: "dark" }, views: ["Local"] });
    expect(await here.all()).toEqual(await api.all());
  });

  test("R3 · are sent by a device after the server was restored without them", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    await here.theme("dark");
    await here.keep("Kept");
    await syncBoth(desk, laptop);
    const all = await api.all();
    await world.server.database.write(async ({ meta, registers }) => {
      await registers.removeByUser("users/alice");
      await meta.set(epochKey, "epoch-2");
    });
    await syncBoth(desk, laptop);
    expect(await api.all()).toEqual(all);
    expect(await there.all()).toEqual(all);
  });

  test("cannot be read by other users", async () => {
    const { world, here, desk } = await opened();
    await using _ = world;
    await here.theme("dark");
    await desk.syncAll();
    const other = await world.device("other", "users/bob");
    await other.connect();
    await other.syncAll();
    expect(
      await other.database.read(({ registers }) => registers.list("users/alice", "setting")),
    ).toEqual([]);
  });
});

describe("R12 · a value that the server rejects", () => {
  test("is removed from the queue and the view, and can be retried", async () => {
    const { world, desk, here, api } = await opened();
    await using _ = world;
    await here.theme("dark");
    await desk.syncAll();
    const stamp = desk.clock.tick();
    const op = { kind: "setting.set", entity: "general.theme", stamp, value: 7 } as const;
    await desk.database.write(async (stores) => {
      const before = await stores.registers.find("users/alice", "setting", op.entity);
      if (before === null) throw new Error("it was set");
      const after = { ...before, value: 7, stamp };
      await stores.registers.save(after);
      await desk.deps.journal.recordRegister(stores, { before, after, op, atMs: world.nowMs });
    });
    await desk.syncAll();
    expect(await here.all()).toEqual(await api.all());
    expect(await here.all()).toMatchObject({ general: { theme: "dark" } });
    const rejected = await desk.database.read(({ outbox }) => outbox.rejected(9));
    expect(rejected).toMatchObject([{ op: { entity: "general.theme", value: 7 } }]);
  });
});

describe("R9c · a server that knows memos alone", () => {
  /**
   * Returns the transport of an older server: it names no kinds, and rejects a batch that it can't read.
   */
  function older(transport: SyncTransport): SyncTransport & { sent: string[] } {
    const sent: string[] = [];
    return {
      ...transport,
      sent,
      async hello() {
        const { kinds: _kinds, ...hello } = await transport.hello();
        return hello;
      },
      push: async (request) => {
        sent.push(...request.ops.map(({ op }) => op.kind));
        if (request.ops.some(({ op }) => !op.kind.startsWith("memo."))) throw new Error("400");
        return transport.push(request);
      },
    };
  }

  test("is sent memos, and the rest once it knows more", async () => {
    const { world, api, desk, here } = await opened();
    await using _ = world;
    const old = older(desk.transport);
    await desk.sync.greet(old);
    await here.theme("dark");
    const write = async (content: string) =>
      must(await desk.memos.create(await desk.caller(), { content }));
    await write("first");
    await here.theme("light");
    await write("second");
    await desk.sync.push(old);
    expect(old.sent).toEqual(["memo.put", "memo.put"]);
    expect(await here.all()).toMatchObject({ general: { theme: "light" } });
    expect(await api.all()).toMatchObject({ general: { theme: "" } });
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
    await desk.syncAll();
    expect(await api.all()).toMatchObject({ general: { theme: "light" } });
  });

  test("after one that knew more: pending operations are held, in a new stream", async () => {
    const { world, api, desk, here } = await opened();
    await using _ = world;
    await here.theme("dark");
    must(await desk.memos.create(await desk.caller(), { content: "after it" }));
    const old = older(desk.transport);
    await desk.sync.greet(old);
    await desk.sync.push(old);
    expect(old.sent).toEqual(["memo.put"]);
    expect(await api.all()).toMatchObject({ general: { theme: "" } });
    await desk.syncAll();
    expect(await api.all()).toMatchObject({ general: { theme: "dark" } });
  });
});

describe("S7a · what was taken away more than 180 days ago", () => {
  const dayMs = 86_400_000;

  test("S7b · is forgotten on server and devices, and a late value does not bring it back", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    const upkeep = () => runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
    const gone = await api.keep("Gone");
    const kept = await api.keep("Kept");
    await syncBoth(desk, laptop);
    await there.rename(gone, "Renamed without a network");
    world.nowMs += 1000;
    await here.drop(gone);
    await desk.syncAll();
    world.nowMs += 179 * dayMs;
    expect(await upkeep()).toMatchObject({ prunedRegisters: 0 });
    world.nowMs += 2 * dayMs;
    expect(await upkeep()).toMatchObject({ prunedRegisters: 1 });
    await syncBoth(desk, laptop);
    for (const { database } of [world.server, desk, laptop]) {
      const views = await database.read(({ registers }) => registers.list("users/alice", "view"));
      expect(views.map(({ id }) => id)).toEqual([kept]);
    }
    const [refused] = await laptop.database.read(({ outbox }) => outbox.rejected(9));
    expect(refused).toMatchObject({ op: { entity: gone }, error: expect.stringContaining("gone") });

    const deps = { ...laptop.deps, textClientId: () => 1 };
    await retryRejected(deps, await laptop.caller(), refused?.n ?? 0);
    await syncBoth(laptop, desk);
    expect((await here.all()).views).toContain("Renamed without a network");
  });

  test("S7b · holds up nothing newer, and nothing that is there", async () => {
    const { world, api, desk, laptop, here, there } = await opened();
    await using _ = world;
    await api.theme("dark");
    const gone = await api.keep("Gone");
    await syncBoth(desk, laptop);
    await here.theme("light");
    world.nowMs += 1000;
    await api.blur("work");
    await api.blur();
    await api.drop(gone);
    world.nowMs += 181 * dayMs;
    await runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
    await there.blur("home");
    await there.keep("New");
    await syncBoth(desk, laptop);
    expect(await api.all()).toMatchObject({
      general: { theme: "light" },
      tags: ["home"],
      views: ["New"],
    });
    expect(await here.all()).toEqual(await api.all());
  });
});

describe("R13a · after a resync", () => {
  test("what was taken away meanwhile goes, what was set here stays", async () => {
    const { world, api, desk, here } = await opened();
    await using _ = world;
    const gone = await api.keep("Gone");
    await api.keep("Stays");
    await desk.syncAll();
    await world.server.database.write(async ({ registers, feed, meta }) => {
      await registers.remove("users/alice", "view", gone);
      const seq = await meta.nextSeq();
      await feed.put({ scope: "u:alice", kind: "view", entity: gone, seq, op: "del" });
      await feed.compact(seq, 10);
      await meta.set(feedFloorKey, seq);
    });
    await here.keep("Mine");
    await desk.syncAll();
    expect((await here.all()).views.toSorted()).toEqual(["Mine", "Stays"]);
    expect((await api.all()).views.toSorted()).toEqual(["Mine", "Stays"]);
  });
});
