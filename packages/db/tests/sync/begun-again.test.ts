import { describe, expect, test } from "vitest";
import { publicReader } from "./public-reader.ts";
import { contents, must } from "./replicas.ts";
import { edit, twoDevices } from "./two-devices.ts";

// Tests a memo created again under the id of one in the trash (A15), on devices.

async function trashAndBeginAgain(
  { world, id }: Pick<Awaited<ReturnType<typeof twoDevices>>, "world" | "id">,
  input: { readonly content: string; readonly visibility?: "PUBLIC" },
) {
  const { server } = world;
  const alice = server.caller("users/alice");
  must(await server.memos.trash(alice, id));
  world.nowMs += 5000;
  return must(await server.memos.create(alice, { id, ...input }));
}

describe("a memo created again", () => {
  test("A15 · is on every device what it is on the server, with its number and a new text", async () => {
    const { world, desk, laptop, id } = await twoDevices("the old text #old");
    await using _ = world;
    const { server } = world;
    const alice = server.caller("users/alice");
    const other = must(await server.memos.create(alice, { content: "other" }));
    const changes = {
      pinned: true,
      visibility: "PUBLIC",
      location: { placeholder: "", latitude: 1, longitude: 2 },
      relations: [{ memo: null, relatedMemo: other.id }],
    } as const;
    const was = must(await server.memos.update(alice, id, changes));
    must(await server.memos.addReaction(server.caller("users/bob"), id, "👍"));
    const comment = must(await server.memos.create(alice, { content: "a comment", parent: id }));
    for (const device of [desk, laptop]) await device.syncAll();
    must(await server.memos.trash(alice, id));
    await desk.syncAll();
    world.nowMs += 5000;
    const again = must(await server.memos.create(alice, { id, content: "a new one" }));
    expect(again).toMatchObject({
      number: was.number,
      content: "a new one",
      tags: [],
      visibility: "PRIVATE",
      pinned: false,
      location: null,
      deletedMs: null,
      createdMs: world.nowMs,
      updatedMs: world.nowMs,
    });
    for (const device of [desk, laptop]) await device.syncAll();
    for (const device of [desk, laptop]) {
      expect(await contents(device.database)).toEqual(await contents(server.database));
      const read = await device.database.read(async ({ memos }) => ({
        comment: await memos.find(comment.id),
        elements: (await memos.elements([id])).get(id) ?? [],
      }));
      expect(read.comment).toMatchObject({ visibility: "PRIVATE", parent: id });
      expect(read.elements.filter(({ value }) => value !== null)).toEqual([]);
    }
    const history = must(
      await server.memos.listRevisions(alice, id, { pageSize: 9, pageToken: "" }),
    );
    expect(history.revisions.map(({ content }) => content)).toEqual(["the old text #old"]);
  });

  test("A15 · is evicted from readers of the old one, and synced to readers of the new one", async () => {
    const { world, desk, id } = await twoDevices("first");
    await using _ = world;
    const { server } = world;
    const alice = server.caller("users/alice");
    must(await server.memos.update(alice, id, { visibility: "PUBLIC" }));
    const bobs = await publicReader(world, "bobs", "bob");
    expect(await bobs.database.read(({ memos }) => memos.find(id))).not.toBeNull();
    await trashAndBeginAgain({ world, id }, { content: "second" });
    for (const device of [bobs, desk]) await device.syncAll();
    expect(await bobs.database.read(({ memos }) => memos.find(id))).toBeNull();
    await trashAndBeginAgain({ world, id }, { content: "third", visibility: "PUBLIC" });
    await bobs.syncAll();
    const seen = await bobs.database.read(({ memos }) => memos.find(id));
    expect(seen).toMatchObject({ content: "third", visibility: "PUBLIC" });
  });

  test("A15 · is not changed by what a device did to the old one, and loses none of its words", async () => {
    const { world, desk, laptop, id } = await twoDevices("one\n\ntwo");
    await using _ = world;
    const who = await laptop.caller();
    // Offline: a pin, a visibility, an archive and some words.
    must(
      await laptop.memos.update(who, id, { pinned: true, visibility: "PUBLIC", state: "ARCHIVED" }),
    );
    await edit(laptop, id, "one\n\ntwo and more words");
    world.nowMs += 1000;
    await trashAndBeginAgain({ world, id }, { content: "begun again" });
    for (const device of [laptop, desk, laptop]) await device.syncAll();
    const row = await world.server.database.read(({ memos }) => memos.find(id));
    expect(row).toMatchObject({
      pinned: false,
      visibility: "PRIVATE",
      state: "NORMAL",
      deletedMs: null,
    });
    expect(row?.content).toContain("begun again");
    expect(row?.content).toContain("and more words");
    for (const device of [laptop, desk]) {
      expect(await contents(device.database)).toEqual(await contents(world.server.database));
    }
  });

  test("A15 · is not removed by a device that emptied its trash of the old one", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    must(await desk.memos.trash(await desk.caller(), id));
    for (const device of [desk, laptop]) await device.syncAll();
    must(await laptop.memos.purge(await laptop.caller(), id));
    world.nowMs += 1000;
    const alice = world.server.caller("users/alice");
    must(await world.server.memos.create(alice, { id, content: "two" }));
    for (const device of [laptop, desk]) await device.syncAll();
    for (const device of [desk, laptop]) {
      const shown = await device.database.read(({ memos }) => memos.find(id));
      expect(shown).toMatchObject({ content: "two", deletedMs: null });
    }
    // A memo that wasn't created again is purged, even if it was restored meanwhile (S5).
    must(await laptop.memos.purge(await laptop.caller(), id));
    for (const device of [laptop, desk]) await device.syncAll();
    expect(await desk.database.read(({ memos }) => memos.find(id))).toBeNull();
  });

  test.each(["dated anew", "trashed", "trashed and brought back"])(
    "A15a · is not removed by such a device either once it was %s",
    async (what) => {
      const { world, desk, laptop, id } = await twoDevices("one");
      await using _ = world;
      must(await desk.memos.trash(await desk.caller(), id));
      for (const device of [desk, laptop]) await device.syncAll();
      must(await laptop.memos.purge(await laptop.caller(), id));
      world.nowMs += 1000;
      const { memos } = world.server;
      const alice = world.server.caller("users/alice");
      must(await memos.create(alice, { id, content: "two" }));
      if (what === "dated anew") must(await memos.update(alice, id, { createdMs: 1000 }));
      else must(await memos.trash(alice, id));
      if (what === "trashed and brought back") must(await memos.restore(alice, id));
      for (const device of [laptop, desk]) await device.syncAll();
      for (const device of [desk, laptop]) {
        const shown = await device.database.read((stores) => stores.memos.find(id));
        expect(shown).toMatchObject({ content: "two" });
      }
    },
  );

  test("A15a · gets no file, reaction or visibility that was meant for the old one", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    const caller = await laptop.caller();
    const file = must(
      await laptop.attachments.create(caller, {
        filename: "plan.txt",
        type: "text/plain",
        externalLink: "https://files.example/plan.txt",
        memo: id,
      }),
    );
    must(await laptop.memos.addReaction(caller, id, "👍"));
    must(await laptop.memos.update(caller, id, { visibility: "PROTECTED" }));
    must(await laptop.memos.update(caller, id, { visibility: "PRIVATE" }));
    world.nowMs += 1000;
    await trashAndBeginAgain({ world, id }, { content: "two", visibility: "PUBLIC" });
    for (const device of [laptop, desk, laptop]) await device.syncAll();
    const found = await world.server.database.read(async ({ memos, attachments }) => ({
      memo: await memos.find(id),
      file: await attachments.find(file.id),
      elements: (await memos.elements([id])).get(id) ?? [],
    }));
    expect(found.memo?.visibility).toBe("PUBLIC");
    expect(found.file?.memo).toBeNull();
    expect(found.elements.filter(({ value }) => value !== null)).toEqual([]);
    for (const device of [desk, laptop]) {
      expect(await contents(device.database)).toEqual(await contents(world.server.database));
    }
  });

  test("A15 · can be edited by a device that had it in its trash", async () => {
    const { world, desk, laptop, id } = await twoDevices("one");
    await using _ = world;
    must(await desk.memos.trash(await desk.caller(), id));
    for (const device of [desk, laptop]) await device.syncAll();
    world.nowMs += 1000;
    const alice = world.server.caller("users/alice");
    must(await world.server.memos.create(alice, { id, content: "two" }));
    for (const device of [desk, laptop]) await device.syncAll();
    await edit(desk, id, "two and three");
    must(await laptop.memos.update(await laptop.caller(), id, { pinned: true }));
    for (const device of [desk, laptop, desk]) await device.syncAll();
    for (const device of [desk, laptop]) {
      expect(await contents(device.database)).toEqual(await contents(world.server.database));
    }
    const row = await world.server.database.read(({ memos }) => memos.find(id));
    expect(row).toMatchObject({ content: "two and three", pinned: true });
  });
});
