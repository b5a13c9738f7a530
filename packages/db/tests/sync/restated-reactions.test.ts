import type { Database } from "@tidemark/core";
import { derivedOf, entityOf } from "@tidemark/core/commit";
import { describe, expect, test } from "vitest";
import { publicReader } from "./public-reader.ts";
import { createWorld, must, type World } from "./replicas.ts";
import { epochKey } from "@tidemark/core/sync/server";
import { defineMeta, metaForm } from "@tidemark/core";

/** Returns keys of reactions to a memo that weren't removed. */
async function reactions(replica: { readonly database: Database }, id: string): Promise<string[]> {
  const elements = await replica.database.read(({ memos }) => memos.elements([id]));
  return (elements.get(id) ?? []).filter(({ value }) => value !== null).map(({ key }) => key);
}

/** Restores the server to an older state: without reactions, and without the memo if requested. */
async function putBack(world: World, id: string, withMemo: boolean): Promise<void> {
  await world.server.database.write(async (stores) => {
    const record = await stores.memos.find(id);
    if (record === null) throw new Error("there is no such memo");
    const entity = await entityOf(stores, record);
    if (withMemo) await stores.memos.save({ ...entity, elements: [] }, derivedOf(entity));
    else await stores.memos.remove(id);
    await stores.meta.set(epochKey, `epoch-${withMemo}-2`);
  });
}

/** Creates Bob's memo, to which Alice's device added two reactions and removed one. */
async function reacted(world: World) {
  const bob = await publicReader(world, "bobs", "bob");
  const { id } = must(
    await bob.memos.create(await bob.caller(), { content: "bob's", visibility: "PUBLIC" }),
  );
  await bob.syncAll();
  const desk = await publicReader(world, "desk", "alice");
  const kept = must(await desk.memos.addReaction(await desk.caller(), id, "👍"));
  const taken = must(await desk.memos.addReaction(await desk.caller(), id, "👎"));
  await desk.syncAll();
  must(await desk.memos.removeReaction(await desk.caller(), id, taken.id));
  await desk.syncAll();
  expect(kept.reactionType).toBe("👍");
  expect(await reactions(world.server, id)).toEqual(["users/alice 👍"]);
  return { bob, desk, id };
}

describe("I10 · after a server was restored, a device's reactions to others' memos", () => {
  test("are asserted again, including pending ones", async () => {
    await using world = await createWorld();
    const { desk, id } = await reacted(world);
    must(await desk.memos.addReaction(await desk.caller(), id, "🌊"));
    await putBack(world, id, true);
    await desk.syncAll();
    expect(await reactions(desk, id)).toEqual(["users/alice 🌊", "users/alice 👍"].toSorted());
    await desk.syncAll();
    for (const replica of [world.server, desk]) {
      expect(await reactions(replica, id)).toEqual(["users/alice 🌊", "users/alice 👍"].toSorted());
    }
    expect(await desk.database.read(({ outbox }) => outbox.countPending())).toBe(0);
    expect(await desk.database.read(({ outbox }) => outbox.rejected(9))).toEqual([]);
    const waiting = defineMeta("reactions_to_restate", metaForm.text);
    expect(await desk.database.read(({ meta }) => meta.get(waiting))).toBeNull();
  });

  test("wait for a memo that its owner's device must send first", async () => {
    await using world = await createWorld();
    const { bob, desk, id } = await reacted(world);
    await putBack(world, id, false);
    await desk.syncAll();
    await desk.syncAll();
    expect(await reactions(world.server, id)).toEqual([]);
    await bob.syncAll();
    await desk.syncAll();
    await desk.syncAll();
    expect(await reactions(world.server, id)).toEqual(["users/alice 👍"]);
    expect(await desk.database.read(({ outbox }) => outbox.rejected(9))).toEqual([]);
  });
});
