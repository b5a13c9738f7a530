import { createPageTokens } from "@tidemark/core";
import { followEvents } from "@tidemark/core/event";
import type { Caller } from "@tidemark/core/model";
import { createMemoService } from "@tidemark/core/memo";
import { defaultMemoLimits } from "@tidemark/core/access";
import type { ChangeFollower } from "@tidemark/core";
import { createHybridClock } from "@tidemark/core/clock";
import { createServerJournal } from "@tidemark/core/sync/server";
import { createWebhookFollower, retryDelayMs } from "@tidemark/core/webhook";
import { describe, expect, test } from "vitest";
import { baseMs, storedRows, tempDatabase } from "../temp-database.ts";

const alice: Caller = {
  name: "users/alice",
  role: "USER",
  spaces: [],
  scope: null,
  device: "",
};
const bob: Caller = { ...alice, name: "users/bob" };

/**
 * Creates a server's memo service over a real database, with a webhook of alice's and further followers.
 */
async function start(...others: ChangeFollower[]) {
  const open = await tempDatabase("server");
  const { database } = open;
  let lastId = 0;
  const newId = (): string => `id${(lastId += 1)}x`;
  const clock = createHybridClock({ node: "server", wallMs: () => baseMs });
  const heard = { due: 0, events: 0 };
  database.onCommit((effects) => {
    for (const { kind } of effects) {
      if (kind === "deliveries-due") heard.due += 1;
      if (kind === "events-logged") heard.events += 1;
    }
  });
  const journal = createServerJournal({
    clock,
    newId,
    followers: [followEvents, createWebhookFollower({ newId }), ...others],
  });
  await database.write(({ webhooks }) =>
    webhooks.insert({
      id: "hook",
      user: alice.name,
      url: "https://example.com/",
      displayName: "",
      sealedSecret: "",
      events: [],
      createdMs: 0,
      updatedMs: 0,
    }),
  );
  const memos = createMemoService({
    database,
    journal,
    clock,
    pageTokens: createPageTokens(new Uint8Array(32)),
    limits: () => defaultMemoLimits,
    newId,
    textClientId: () => 2 ** 33,
  });
  return {
    ...open,
    memos,
    heard,
    deliveries: async () =>
      database.read(async (stores) => {
        const heads = (await stores.deliveries.listByWebhook("hook", 100)).toReversed();
        const whole = await Promise.all(heads.map(({ id }) => stores.deliveries.snapshotOf(id)));
        return heads.map(({ event, memo }, at) => [event, memo, whole[at]?.memo.content]);
      }),
    events: async () =>
      (await database.read((stores) => stores.events.page(0, 100))).map(({ type, name }) => [
        type,
        name,
      ]),
  };
}

describe("deliveries and events of a change", () => {
  test("are committed with it, and rolled back if it fails", async () => {
    await using world = await start(async (_, change) => {
      if (change.after?.row.content === "bad") throw new Error("the disk is full");
    });
    const failed = world.memos.create(alice, { id: "bad", content: "bad" });
    await expect(failed).rejects.toThrow("the disk is full");
    expect(await world.memos.get(alice, "bad", { showDeleted: true })).toMatchObject({ ok: false });
    expect(await world.deliveries()).toEqual([]);
    expect(await world.events()).toEqual([]);
    await world.memos.create(alice, { id: "good", content: "good" });
    expect(await world.deliveries()).toEqual([["memo.created", "good", "good"]]);
    expect(await world.events()).toEqual([["memo.created", "memos/good"]]);
  });

  test("are not created if nothing changed, or for changes in the trash", async () => {
    await using world = await start();
    await world.memos.create(alice, { id: "m", content: "x" });
    await world.memos.update(alice, "m", { content: "x", pinned: false });
    await world.memos.trash(alice, "m");
    await world.memos.trash(alice, "m");
    await world.memos.purge(alice, "m");
    expect(await world.deliveries()).toEqual([
      ["memo.created", "m", "x"],
      ["memo.deleted", "m", "x"],
    ]);
    expect(world.heard).toEqual({ due: 2, events: 2 });
  });

  test("need one read of the memo for any number of webhooks, and no pending bodies", async () => {
    const follow = createWebhookFollower({ newId: () => crypto.randomUUID() });
    let reads = 0;
    const sizes: number[] = [];
    await using world = await start((stores, change) => {
      const find: typeof stores.memos.find = (id) => {
        reads += 1;
        return stores.memos.find(id);
      };
      const lastPending: typeof stores.deliveries.lastPending = async (webhook, memo) => {
        const last = await stores.deliveries.lastPending(webhook, memo);
        sizes.push(JSON.stringify(last).length);
        return last;
      };
      const memos = { ...stores.memos, find };
      const deliveries = { ...stores.deliveries, lastPending };
      return follow({ ...stores, memos, deliveries }, change);
    });
    await world.database.write(async ({ webhooks }) => {
      const hook = await webhooks.find("hook");
      if (hook === null) throw new Error("there is no webhook");
      for (let n = 1; n < 20; n += 1) await webhooks.insert({ ...hook, id: `hook${n}` });
    });
    await world.memos.create(alice, { id: "m", content: "x".repeat(5_000) });
    await world.memos.update(alice, "m", { pinned: true });
    expect(reads).toBe(2);
    expect(sizes).toHaveLength(40);
    expect(Math.max(...sizes)).toBeLessThan(1_000);
    expect(
      await world.database.read((stores) => stores.deliveries.listByWebhook("hook19", 9)),
    ).toHaveLength(4);
    // One per change and follower; there are two followers here.
    expect(await storedRows(world, "SELECT pk FROM delivery_snapshot")).toHaveLength(4);
  });

  test("of a memo restored from the trash are updates", async () => {
    await using world = await start();
    await world.memos.create(alice, { id: "m", content: "x" });
    await world.memos.trash(alice, "m");
    await world.memos.restore(alice, "m");
    expect((await world.events()).map(([type]) => type)).toEqual([
      "memo.created",
      "memo.deleted",
      "memo.updated",
    ]);
  });

  test("of a purge include every comment deleted with it", async () => {
    await using world = await start();
    await world.memos.create(bob, { id: "top", content: "top", visibility: "PUBLIC" });
    await world.memos.create(alice, { id: "below", content: "my comment", parent: "top" });
    await world.memos.purge(bob, "top");
    expect(await world.deliveries()).toEqual([
      ["memo.created", "below", "my comment"],
      ["memo.deleted", "below", "my comment"],
    ]);
    expect((await world.events()).slice(2)).toEqual([
      ["memo.deleted", "memos/below"],
      ["memo.deleted", "memos/top"],
    ]);
  });
});

describe("event log", () => {
  test("stores the newest ten thousand and a few more, and never reuses an id", async () => {
    await using world = await start();
    const event = {
      type: "memo.updated",
      name: "memos/m",
      parent: null,
      memo: null,
      scopes: ["u:alice"],
      exceptScopes: [],
      atMs: baseMs,
    } as const;
    await world.database.write(async ({ events }) => {
      for (let count = 0; count < 10_100; count += 1) await events.add(event);
    });
    const [first, headId] = await world.database.read(async ({ events }) => [
      (await events.page(0, 1))[0]?.id,
      await events.headId(),
    ]);
    expect(headId).toBe(10_100);
    expect(first).toBeGreaterThan(10_100 - 10_064);
    expect(first).toBeLessThanOrEqual(10_100 - 9999);
  });
});

describe("delay between attempts", () => {
  test("grows fourfold with a fifth of jitter, and adds up to about a day", () => {
    const waits = Array.from({ length: 7 }, (_, index) => retryDelayMs(index + 1, 0.5));
    expect(waits.map((ms) => ms / 1000)).toEqual([15, 60, 240, 960, 3840, 15_360, 61_440]);
    expect(retryDelayMs(1, 0)).toBe(12_000);
    expect(retryDelayMs(1, 1)).toBe(18_000);
  });
});
