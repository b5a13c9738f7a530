import { deliverDue, type DeliverDeps } from "@tidemark/core/webhook";
import type {
  CommonClock,
  ServerDatabase,
  ServerWriteStores,
  WebhookDelivery,
} from "@tidemark/core";
import { describe, expect, test } from "vitest";
import {
  baseMs,
  memoRow,
  saveRow,
  storedRows,
  tempDatabase,
} from "../../../tests/temp-database.ts";

const noParts = { attachments: [], reactions: [], relations: {} };
const maxBytes = 1_000_000;

type Open = Awaited<ReturnType<typeof tempDatabase>>;

/**
 * Creates a database with alice's webhooks h1 to h9 and bob's b1 and b2. Deliveries `<webhook> <memo>
 * <number>` are due in this order; those of the memo "test" are tests.
 */
async function withDeliveries(...named: readonly string[]): Promise<Open> {
  const open = await tempDatabase("server");
  await open.database.write(async (stores) => {
    const hooks = Array.from({ length: 9 }, (_, n) => `h${n + 1}`);
    for (const id of [...hooks, "b1", "b2"]) {
      const times = { createdMs: baseMs, updatedMs: baseMs };
      const hook = {
        id,
        user: id.startsWith("b") ? ("users/bob" as const) : ("users/alice" as const),
        url: `http://${id}.test`,
        displayName: "",
        events: [],
      };
      await stores.webhooks.insert({ ...hook, ...times, sealedSecret: "" });
    }
    const memo = await saveRow(stores, memoRow("m"));
    const snapshot = await stores.deliveries.addSnapshot({ memo, parts: noParts }, maxBytes);
    for (const [index, name] of named.entries()) {
      const [webhook = "", memo = ""] = name.split(" ");
      await stores.deliveries.add({
        id: name,
        webhook,
        memo: memo === "test" ? "" : memo,
        event: memo === "test" ? "webhook.test" : "memo.updated",
        state: "PENDING",
        joinsEdits: true,
        attempts: 0,
        createdMs: baseMs,
        dueMs: baseMs + index,
        lastStatus: null,
        lastError: null,
        body: null,
        snapshot,
      });
    }
  });
  return open;
}

const claim = async (
  { database }: Open,
  holder: string,
  nowMs: number,
  limit = 8,
  underWay: readonly string[] = [],
) => {
  const held = { fromMs: nowMs, untilMs: nowMs + 1000 };
  const taken = { holder, nowMs, held, limit, underWay };
  return database.write(({ deliveries }) => deliveries.claim(taken));
};
const ids = (claimed: readonly WebhookDelivery[]): string[] => claimed.map(({ id }) => id);

describe("claimed deliveries", () => {
  const atMs = baseMs + 100;

  test("belong to one holder until the claim expires, one per webhook, in the order of each memo", async () => {
    await using open = await withDeliveries("h1 a 1", "h1 a 2", "h1 b 1", "h2 a 1");
    expect(ids(await claim(open, "p", atMs))).toEqual(["h1 a 1", "h2 a 1"]);
    // The memo's second delivery waits for the first, which is being sent.
    expect(ids(await claim(open, "q", atMs))).toEqual(["h1 b 1"]);
    expect(ids(await claim(open, "r", atMs + 999))).toEqual([]);
    expect(ids(await claim(open, "r", atMs + 1000))).toEqual(["h1 a 1", "h2 a 1"]);
  });

  test("count an attempt, merge no more edits, and are not claimed before they are due", async () => {
    await using open = await withDeliveries("h1 a 1");
    expect(await claim(open, "p", baseMs - 1)).toEqual([]);
    expect(await claim(open, "p", atMs)).toMatchObject([{ attempts: 1, joinsEdits: false }]);
    const [kept] = await open.database.read((stores) => stores.deliveries.listByWebhook("h1", 1));
    expect(kept).toMatchObject({ attempts: 1, joinsEdits: false, state: "PENDING" });
  });

  test("are returned again to a restarted holder, and no more than requested", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1");
    expect(ids(await claim(open, "p", atMs))).toEqual(["h1 a 1", "h2 a 1"]);
    expect(ids(await claim(open, "p", atMs, 1))).toEqual(["h1 a 1"]);
  });

  test("alternate between users, however many one has due", async () => {
    const ofAlice = Array.from({ length: 9 }, (_, n) => [`h${n + 1} a 1`, `h${n + 1} b 1`]).flat();
    await using open = await withDeliveries(...ofAlice, "b1 a 1", "b2 a 1", "b1 b 1");
    const taken = ids(await claim(open, "p", atMs, 4));
    expect(taken).toEqual(["h1 a 1", "b1 a 1", "h2 a 1", "b2 a 1"]);
    // A delivery being sent counts as a turn and blocks its webhook.
    const slow = ["h1 a 1", "h2 a 1", "b2 a 1"];
    await open.database.write(({ deliveries }) => deliveries.remove("b1 a 1"));
    expect(ids(await claim(open, "p", atMs, 2, slow))).toEqual(["b1 b 1", "h3 a 1"]);
  });

  test("are limited per user as the claim allows", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1", "h3 a 1", "b1 a 1");
    const held = { fromMs: atMs, untilMs: atMs + 1000 };
    const claimed = (underWay: readonly string[]): Promise<WebhookDelivery[]> =>
      open.database.write(({ deliveries }) =>
        deliveries.claim({
          ...{ holder: "p", nowMs: atMs, held },
          ...{ limit: 8, limitPerUser: 2, underWay },
        }),
      );
    expect(ids(await claimed(["h1 a 1"]))).toEqual(["b1 a 1", "h2 a 1"]);
    expect(ids(await claimed(["h1 a 1", "h2 a 1", "b1 a 1"]))).toEqual([]);
  });

  test("start with their webhook's test, which does not overtake other webhooks", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1", "b1 a 1", "h2 test 1", "h3 test 1");
    expect(ids(await claim(open, "p", atMs))).toEqual([
      "h1 a 1",
      "b1 a 1",
      "h2 test 1",
      "h3 test 1",
    ]);
  });

  test("are settled only by their holder", async () => {
    await using open = await withDeliveries("h1 a 1", "h1 a 2");
    const [held] = await claim(open, "p", atMs);
    if (held === undefined) throw new Error("nothing was claimed");
    await claim(open, "q", atMs + 1000);
    const settle = (holder: string, change: Partial<WebhookDelivery>): Promise<boolean> =>
      open.database.write(({ deliveries }) => deliveries.settle({ ...held, ...change }, holder));
    expect(await settle("p", { state: "FAILED" })).toBe(false);
    expect(await settle("q", { state: "DELIVERED" })).toBe(true);
    expect(await settle("q", { state: "FAILED" })).toBe(false);
    // The next delivery can be claimed now.
    expect(ids(await claim(open, "p", atMs))).toEqual(["h1 a 2"]);
    const log = await open.database.read((stores) => stores.deliveries.listByWebhook("h1", 9));
    expect(log.map(({ id, state }) => `${id} ${state}`)).toEqual([
      "h1 a 2 PENDING",
      "h1 a 1 DELIVERED",
    ]);
  });

  test("are due for another holder when the claim expires, and for their own at the due time", async () => {
    await using open = await withDeliveries("h1 a 1");
    const next = (holder: string, aheadMs = 0): Promise<number | null> =>
      open.database.read(({ deliveries }) => deliveries.nextDueMs(holder, aheadMs));
    expect(await next("p")).toBe(baseMs);
    await claim(open, "p", atMs);
    expect(await next("p")).toBe(baseMs);
    expect(await next("q")).toBe(atMs + 1000);
    expect(
      await open.database.read(({ deliveries }) => deliveries.nextDueMs("q", 0, atMs + 1000)),
    ).toBeNull();
    // For a clock that is behind the common one, the claim expires earlier.
    expect(await next("q", 300)).toBe(atMs + 700);
  });

  test("are held by the common clock, and due by the caller's clock", async () => {
    await using open = await withDeliveries("h1 a 1");
    const aheadMs = 50_000;
    const claimAt = (holder: string, nowMs: number, ownAheadMs: number) =>
      open.database.write(({ deliveries }) => {
        const held = { fromMs: nowMs + ownAheadMs, untilMs: nowMs + ownAheadMs + 1000 };
        return deliveries.claim({ holder, nowMs, held, limit: 8, underWay: [] });
      });
    expect(ids(await claimAt("p", atMs, aheadMs))).toEqual(["h1 a 1"]);
    // Another process whose clock is right: the same moment, and just after the claim expires.
    expect(ids(await claimAt("q", atMs + aheadMs, 0))).toEqual([]);
    expect(ids(await claimAt("q", atMs + aheadMs + 999, 0))).toEqual([]);
    expect(ids(await claimAt("q", atMs + aheadMs + 1000, 0))).toEqual(["h1 a 1"]);
  });
});

describe("the log of a webhook", () => {
  test("lists heads, newest first, without reading bodies", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1", "h1 b 1");
    const log = await open.database.read(({ deliveries }) => deliveries.listByWebhook("h1", 9));
    expect(log.map(({ id }) => id)).toEqual(["h1 b 1", "h1 a 1"]);
    for (const head of log) {
      expect(head).not.toHaveProperty("body");
      expect(head).not.toHaveProperty("snapshot");
    }
  });
});

describe("pending deliveries", () => {
  test("are found and changed without their body, which is unchanged", async () => {
    await using open = await withDeliveries("h1 a 1", "h1 a 2", "h2 a 1");
    await open.database.write(async ({ deliveries }) => {
      const last = await deliveries.lastPending("h1", "a");
      if (last === null) throw new Error("nothing is pending");
      expect(last).toMatchObject({ id: "h1 a 2", joinsEdits: true });
      expect(last).not.toHaveProperty("snapshot");
      await deliveries.update({ ...last, joinsEdits: false });
      const kept = await deliveries.snapshotOf("h1 a 2");
      expect(await deliveries.find("h1 a 2")).toMatchObject({ joinsEdits: false });
      expect(kept).toMatchObject({ memo: { id: "m" }, parts: noParts });
      if (kept === null) throw new Error("the memo is gone");
      const later = { ...kept, memo: { ...kept.memo, content: "later" } };
      await deliveries.update(last, (await deliveries.addSnapshot(later, maxBytes)) ?? 0);
      expect(await deliveries.find("h1 a 2")).toMatchObject({ joinsEdits: true });
      expect(await deliveries.snapshotOf("h1 a 2")).toEqual(later);
      expect(await deliveries.snapshotOf("h1 a 1")).toEqual(kept);
      expect(await deliveries.lastPending("h1", "b")).toBeNull();
    });
  });

  test("fail with their user's webhooks, including claimed ones, but not other users'", async () => {
    await using open = await withDeliveries("h1 a 1", "h1 a 2", "h2 test 1", "b1 a 1", "h3 a 1");
    const held = await claim(open, "p", baseMs);
    expect(ids(held)).toEqual(["h1 a 1"]);
    await open.database.write(async ({ deliveries }) => {
      const done = await deliveries.find("h3 a 1");
      if (done !== null) await deliveries.update({ ...done, state: "DELIVERED" });
      await deliveries.failPending("users/alice", "archived");
      for (const id of ["h1 a 1", "h1 a 2", "h2 test 1"]) {
        expect(await deliveries.find(id)).toMatchObject({
          state: "FAILED",
          lastError: "archived",
          body: null,
          snapshot: null,
        });
      }
      expect(await deliveries.find("h3 a 1")).toMatchObject({ state: "DELIVERED" });
      expect(await deliveries.find("b1 a 1")).toMatchObject({ state: "PENDING" });
      for (const each of held) expect(await deliveries.settle(each, "p")).toBe(false);
    });
    expect(ids(await claim(open, "q", baseMs + 9_000))).toEqual(["b1 a 1"]);
  });
});

describe("a snapshot", () => {
  const stored = (open: Open): Promise<{ pk: number }[]> =>
    storedRows<{ pk: number }>(open, "SELECT pk FROM delivery_snapshot ORDER BY pk");

  test("is deleted with the last delivery that uses it, however that ends", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1", "h3 a 1", "b1 a 1", "b2 a 1");
    const pass = async (
      end: (stores: Pick<ServerWriteStores, "deliveries" | "webhooks">) => Promise<unknown>,
      left: number,
    ): Promise<void> => {
      await open.database.write(end);
      expect(await stored(open)).toHaveLength(left);
    };
    const [held] = await claim(open, "p", baseMs, 1);
    if (held === undefined) throw new Error("nothing was claimed");
    await pass(({ deliveries }) => deliveries.settle({ ...held, state: "DELIVERED" }, "p"), 1);
    await pass(({ deliveries }) => deliveries.failPendingOf("h2", "gone"), 1);
    await pass(({ deliveries }) => deliveries.remove("h3 a 1"), 1);
    await pass(({ webhooks }) => webhooks.remove("b1"), 1);
    await pass(({ webhooks }) => webhooks.removeByUser("users/bob"), 0);
  });

  test("is refused if pending snapshots of the memo's creator reach the limit", async () => {
    await using open = await withDeliveries("h1 a 1");
    await open.database.write(async ({ deliveries }) => {
      const known = await deliveries.snapshotOf("h1 a 1");
      if (known === null) throw new Error("there is no snapshot");
      const bytes = JSON.stringify(known.memo).length + JSON.stringify(known.parts).length;
      expect(await deliveries.addSnapshot(known, 2 * bytes - 1)).toBeNull();
      const ofBob = { ...known, memo: { ...known.memo, creator: "users/bob" as const } };
      expect(await deliveries.addSnapshot(ofBob, 1)).not.toBeNull();
      expect(await deliveries.addSnapshot(known, 2 * bytes)).not.toBeNull();
    });
  });
});

describe("failed deliveries of a webhook", () => {
  test("are listed newest first, without tests and successful ones", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1", "h1 test 1", "h1 b 1", "h1 c 1");
    await open.database.write(async ({ deliveries }) => {
      for (const id of ["h1 a 1", "h2 a 1", "h1 test 1", "h1 b 1"]) {
        const delivery = await deliveries.find(id);
        if (delivery !== null) await deliveries.update({ ...delivery, state: "FAILED" });
      }
    });
    await open.database.read(async ({ deliveries }) => {
      const failed = await deliveries.listFailed("h1", 9);
      expect(failed.map(({ id }) => id)).toEqual(["h1 b 1", "h1 a 1"]);
      expect(await deliveries.listFailed("h1", 1)).toEqual([failed[0]]);
    });
  });
});

describe("two processes that deliver", () => {
  const depsOf = (open: Open, holder: string, send: DeliverDeps["send"]): DeliverDeps => ({
    database: open.database,
    holder,
    nowMs: () => baseMs + 100,
    random: () => 0.5,
    secretBox: { seal: (text) => text, open: (text) => text },
    signal: { aborted: false },
    send,
    formatTime: String,
    memoToJson: async (_user, { memo: { id } }) => ({ id }),
    onFault(error) {
      throw error;
    },
  });

  function processOf(
    open: Open,
    holder: string,
    send: DeliverDeps["send"],
    nowMs = baseMs + 100,
    aheadMs = 0,
  ) {
    const deps = { ...depsOf(open, holder, send), database: withClock(open.database, aheadMs) };
    return deliverDue({ ...deps, nowMs: () => nowMs });
  }

  test("reuse a free slot while other deliveries are slow", async () => {
    const slow = Array.from({ length: 9 }, (_, n) => `h${n + 1} a 1`);
    await using open = await withDeliveries(...slow, "b1 a 1", "b1 b 1", "b1 c 1");
    const posted: string[] = [];
    const tarpit = Promise.withResolvers<null>();
    const done = processOf(open, "p", async (_url, headers) => {
      const id = headers["webhook-id"] ?? "";
      posted.push(id);
      if (id.startsWith("h")) await tarpit.promise;
      return { type: "answered", status: 204, text: "" };
    });
    await expect.poll(() => posted.filter((id) => id.startsWith("b"))).toHaveLength(3);
    expect(posted.filter((id) => id.startsWith("h")).length).toBeLessThan(9);
    tarpit.resolve(null);
    expect(await done).toBeNull();
    expect(posted.toSorted()).toEqual([...slow, "b1 a 1", "b1 b 1", "b1 c 1"].toSorted());
  });

  test("wait for new and next due deliveries, not for one that hangs", async () => {
    await using open = await withDeliveries("h1 a 1", "h2 a 1");
    const hang = Promise.withResolvers<null>();
    const waits: number[] = [];
    const posted: string[] = [];
    const done = deliverDue({
      ...depsOf(open, "p", async (_url, headers) => {
        const id = headers["webhook-id"] ?? "";
        posted.push(id);
        if (id.startsWith("h1")) await hang.promise;
        // The delivery sent after the wait lets the other one end.
        else if (posted.length > 2) hang.resolve(null);
        return { type: "answered", status: posted.length > 2 ? 200 : 503, text: "" };
      }),
      nowMs: () => waits.at(-1) ?? baseMs + 100,
      nextWake: () => {
        const { promise, resolve } = Promise.withResolvers<void>();
        const at = (ms: number): void => {
          waits.push(ms);
          resolve();
        };
        return { promise, at, [Symbol.dispose]: () => {} };
      },
    });
    await done;
    // Both are started at once, in any order.
    expect(posted.slice(0, 2).toSorted()).toEqual(["h1 a 1", "h2 a 1"]);
    expect(posted.slice(2)).toEqual(["h2 a 1"]);
    // 15 s after the first attempt of the rejected one.
    expect(waits).toEqual([baseMs + 100 + 15_000]);
  });

  test("send everything due before they return the next due time", async () => {
    const names = ["h1 a 1", "h1 b 1", "h2 a 1", "h2 b 1", "h2 c 1", "b1 a 1", "b1 b 1"];
    await using open = await withDeliveries(...names);
    const posted: string[] = [];
    const next = await processOf(open, "p", async (_url, headers) => {
      posted.push(headers["webhook-id"] ?? "");
      return { type: "answered", status: 204, text: "" };
    });
    expect(next).toBeNull();
    expect(posted.toSorted()).toEqual(names.toSorted());
  });

  test("post each once, those of a memo in order", async () => {
    const names = ["h1 a 1", "h1 a 2", "h2 a 1", "h1 b 1", "h2 b 1", "h1 a 3", "h2 c 1", "h2 c 2"];
    await using open = await withDeliveries(...names);
    const posted: string[] = [];
    let turns = 0;
    const send: DeliverDeps["send"] = async (_url, headers) => {
      posted.push(headers["webhook-id"] ?? "");
      turns += 1;
      for (let i = turns % 4; i > 0; i -= 1) await open.database.read(async () => null);
      return { type: "answered", status: 204, text: "" };
    };
    for (let round = 0; round < names.length; round += 1) {
      await Promise.all(["p", "q"].map((holder) => processOf(open, holder, send)));
    }
    expect(posted.toSorted()).toEqual(names.toSorted());
    for (const order of ["h1 a", "h2 c"]) {
      const own = posted.filter((id) => id.startsWith(order));
      expect(own).toEqual(own.toSorted());
    }
  });

  test("resume the deliveries of a dead process once its claims expire", async () => {
    await using open = await withDeliveries("h1 a 1");
    await claim(open, "p", baseMs);
    const posted: string[] = [];
    const send: DeliverDeps["send"] = async (_url, headers) => {
      posted.push(headers["webhook-id"] ?? "");
      return { type: "answered", status: 204, text: "" };
    };
    expect(await processOf(open, "q", send, baseMs + 999)).toBe(baseMs + 1000);
    expect(posted).toEqual([]);
    expect(await processOf(open, "q", send, baseMs + 1000)).toBeNull();
    expect(posted).toEqual(["h1 a 1"]);
  });

  test("hold what they post by the common clock, whatever their own time is", async () => {
    await using open = await withDeliveries("h1 a 1");
    const nextOfOthers: (number | null)[] = [];
    const next = await processOf(
      open,
      "p",
      async () => {
        const { read } = open.database;
        nextOfOthers.push(await read(({ deliveries }) => deliveries.nextDueMs("q", 0)));
        nextOfOthers.push(await processOf(open, "q", neverSent, baseMs + 50_000, 0));
        return { type: "answered", status: 500, text: "" };
      },
      baseMs + 100,
      50_000,
    );
    expect(nextOfOthers).toEqual([baseMs + 110_100, baseMs + 110_100]);
    // The next due time is by its own clock.
    expect(next).toBe(baseMs + 100 + 15_000);
  });
});

const neverSent: DeliverDeps["send"] = () => Promise.reject(new Error("nobody else has it"));

/** Returns a database as seen by a process whose clock is behind by `aheadMs`. */
function withClock(database: Open["database"], aheadMs: number): ServerDatabase {
  const commonClock: CommonClock = { aheadMs: async () => aheadMs };
  return {
    ...database,
    read: (work) => database.read((stores) => work({ ...stores, commonClock })),
    write: (work) => database.write((stores) => work({ ...stores, commonClock })),
  };
}
