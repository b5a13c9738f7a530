import { memoLink } from "@tidemark/core/markdown";
import { referencesOf } from "@tidemark/core/memo";
import { textUpdateTo } from "@tidemark/core/text";
import { describe, expect, test } from "vitest";
import { type DeviceReplica, must, type World } from "./replicas.ts";
import { edit, twoDevices } from "./two-devices.ts";

const to = (...ids: string[]): string => ids.map((id) => `[see](${memoLink(id)})`).join(" ");

async function references(of: DeviceReplica | World["server"], memo: string): Promise<string[]> {
  const elements = await of.database.read(({ memos }) => memos.elements([memo]));
  return referencesOf(elements.get(memo) ?? []);
}

async function create(device: DeviceReplica, content: string): Promise<string> {
  return must(await device.memos.create(await device.caller(), { content })).id;
}

describe("A17 · a link in the text is a reference", () => {
  test("from the memo's creation, on the server and on other devices", async () => {
    const { world, desk, laptop, id } = await twoDevices("the target");
    await using _world = world;
    const memo = await create(desk, to(id));
    expect(await references(desk, memo)).toEqual([id]);
    await desk.syncAll();
    await laptop.syncAll();
    expect(await references(world.server, memo)).toEqual([id]);
    expect(await references(laptop, memo)).toEqual([id]);
  });

  test("as long as it is in the text, whichever device adds or removes it", async () => {
    const { world, desk, laptop, id } = await twoDevices("the target");
    await using _world = world;
    const other = await create(desk, "another target");
    const memo = await create(desk, "nothing yet");
    await edit(desk, memo, to(id, other));
    expect((await references(desk, memo)).toSorted()).toEqual([id, other].toSorted());
    await desk.syncAll();
    await laptop.syncAll();
    await edit(laptop, memo, to(other));
    expect(await references(laptop, memo)).toEqual([other]);
    await laptop.syncAll();
    await desk.syncAll();
    expect(await references(desk, memo)).toEqual([other]);
  });

  test("after an editor's update", async () => {
    const { world, desk, id } = await twoDevices("the target");
    await using _world = world;
    const memo = await create(desk, "see ");
    const caller = await desk.caller();
    const record = must(await desk.memos.get(caller, memo, { showDeleted: false }));
    const text = await desk.database.read(({ memos }) => memos.text(memo, record.gen));
    const current = { memo, content: record.content, text };
    const update = textUpdateTo(current, `see ${to(id)}`, 77);
    if (update === null) throw new Error("nothing was changed");
    must(await desk.memos.editText(caller, { id: memo, gen: record.gen, update }));
    expect(await references(desk, memo)).toEqual([id]);
  });

  test("but not to a missing memo or to itself", async () => {
    const { world, desk, id } = await twoDevices("itself");
    await using _world = world;
    await edit(desk, id, to(id, "nobody-here"));
    expect(await references(desk, id)).toEqual([]);
  });

  test("A17a · and a reference that was removed stays away, one without a link stays", async () => {
    const { world, desk, id } = await twoDevices("the target");
    await using _world = world;
    const caller = await desk.caller();
    const memo = await create(desk, to(id));
    must(await desk.memos.update(caller, memo, { relations: [] }));
    await edit(desk, memo, `${to(id)} and more`);
    expect(await references(desk, memo)).toEqual([]);
    const relations = [{ memo: null, relatedMemo: id }];
    const stated = must(await desk.memos.create(caller, { content: "without a link", relations }));
    await edit(desk, stated.id, "still without one");
    expect(await references(desk, stated.id)).toEqual([id]);
  });

  test("A17b · but where a write states the references", async () => {
    const { world, desk, id } = await twoDevices("the target");
    await using _world = world;
    const caller = await desk.caller();
    const made = must(await desk.memos.create(caller, { content: to(id), relations: [] }));
    expect(await references(desk, made.id)).toEqual([]);
  });
});
