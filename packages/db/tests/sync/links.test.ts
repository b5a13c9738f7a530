import type { MemoFields } from "@tidemark/core/model";
import { refeedDueReferrers } from "@tidemark/core/feed";
import { describe, expect, test } from "vitest";
import { publicReader } from "./public-reader.ts";
import { createWorld, type DeviceReplica, must, type World } from "./replicas.ts";

type Given = Partial<Pick<MemoFields, "visibility" | "space">> & { readonly parent?: string };

const open = { visibility: "PROTECTED" } as const;
const garden = { visibility: "SPACE", space: "spaces/garden" } as const;

/** Creates a memo by the API, with links to others. */
async function wrote(world: World, user: string, given: Given, links: readonly string[] = []) {
  const relations = links.map((relatedMemo) => ({ memo: null, relatedMemo }));
  const caller = world.server.caller(`users/${user}`);
  return must(await world.server.memos.create(caller, { content: user, relations, ...given })).id;
}

async function change(world: World, user: string, id: string, fields: Given): Promise<void> {
  must(await world.server.memos.update(world.server.caller(`users/${user}`), id, fields));
}

/** Creates Carol's device, which follows public memos. */
function reader(world: World): Promise<DeviceReplica> {
  return publicReader(world, "reader", "carol");
}

/** Syncs a device and returns the links of a memo there. */
async function links(device: DeviceReplica, memo: string): Promise<string[]> {
  await device.syncAll();
  const elements = await device.database.read(({ memos }) => memos.elements([memo]));
  return (elements.get(memo) ?? []).map(({ key }) => key);
}

describe("A3 · a device has links of others' memos only to memos that its user can read", () => {
  test("when the linked memo is hidden and shown", async () => {
    await using world = await createWorld();
    const target = await wrote(world, "bob", open);
    const memo = await wrote(world, "alice", open, [target]);
    const device = await reader(world);
    expect(await links(device, memo)).toEqual([target]);
    await change(world, "bob", target, { visibility: "PRIVATE" });
    expect(await links(device, memo)).toEqual([]);
    await change(world, "bob", target, { visibility: "PUBLIC" });
    expect(await links(device, memo)).toEqual([target]);
  });

  test("when it is moved to the trash, restored and purged", async () => {
    await using world = await createWorld();
    const bob = world.server.caller("users/bob");
    const target = await wrote(world, "bob", open);
    const memo = await wrote(world, "alice", open, [target]);
    const device = await reader(world);
    must(await world.server.memos.trash(bob, target));
    expect(await links(device, memo)).toEqual([]);
    must(await world.server.memos.restore(bob, target));
    expect(await links(device, memo)).toEqual([target]);
    must(await world.server.memos.purge(bob, target));
    expect(await links(device, memo)).toEqual([]);
  });

  test("when it is a comment on a memo that is hidden and shown", async () => {
    await using world = await createWorld();
    const root = await wrote(world, "bob", open);
    const target = await wrote(world, "alice", { parent: root });
    const memo = await wrote(world, "alice", open, [target]);
    const device = await reader(world);
    expect(await links(device, memo)).toEqual([target]);
    await change(world, "bob", root, { visibility: "PRIVATE" });
    expect(await links(device, memo)).toEqual([]);
    await change(world, "bob", root, open);
    expect(await links(device, memo)).toEqual([target]);
  });

  test("when its reader joins and leaves its space", async () => {
    await using world = await createWorld();
    await world.server.join("garden", "alice");
    await world.server.join("garden", "bob");
    const target = await wrote(world, "bob", garden);
    const memo = await wrote(world, "alice", open, [target]);
    const device = await reader(world);
    expect(await links(device, memo)).toEqual([]);
    await world.server.join("garden", "carol");
    expect(await links(device, memo)).toEqual([target]);
    await world.server.leave("garden", "carol");
    expect(await links(device, memo)).toEqual([]);
  });

  test("and is not refed memos that only their owner sees, or for other changes", async () => {
    await using world = await createWorld();
    const target = await wrote(world, "bob", open);
    const hidden = await wrote(world, "alice", {}, [target]);
    const shown = await wrote(world, "alice", open, [target]);
    const seqs = async (): Promise<(number | undefined)[]> =>
      world.server.database.read(async ({ memos }) => [
        (await memos.find(hidden))?.seq,
        (await memos.find(shown))?.seq,
      ]);
    const [hiddenBefore, shownBefore] = await seqs();
    await change(world, "bob", target, { visibility: "PUBLIC" });
    expect(await seqs()).toEqual([hiddenBefore, shownBefore]);
    await change(world, "bob", target, { visibility: "PRIVATE" });
    const [hiddenAfter, shownAfter] = await seqs();
    expect(hiddenAfter).toBe(hiddenBefore);
    expect(shownAfter).toBeGreaterThan(shownBefore ?? 0);
  });

  test("and more referrers than one transaction refeeds are refed in parts", async () => {
    await using world = await createWorld();
    const target = await wrote(world, "bob", open);
    const all: string[] = [];
    for (let n = 0; n < 450; n += 1) all.push(await wrote(world, "alice", open, [target]));
    const device = await reader(world);
    const linking = async (): Promise<number> => {
      await device.syncAll();
      const found = await device.database.read(({ memos }) => memos.elements(all));
      return found.size;
    };
    expect(await linking()).toBe(450);
    await change(world, "bob", target, { visibility: "PRIVATE" });
    expect(world.server.heard).toContainEqual({ kind: "referrers-due" });
    expect(await linking()).toBe(250);
    const heardBefore = world.server.heard.length;
    const refeed = (): Promise<boolean> => refeedDueReferrers(world.server.database);
    expect(await refeed()).toBe(true);
    expect(await linking()).toBe(50);
    while (await refeed());
    expect(await linking()).toBe(0);
    const moved = world.server.heard
      .slice(heardBefore)
      .flatMap((effect) => (effect.kind === "scopes-moved" ? effect.scopes : []));
    expect(new Set(moved)).toEqual(new Set(["u:alice", "pub"]));
  });
});
