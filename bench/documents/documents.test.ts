import { entityOf } from "@tidemark/core/commit";
import { documentState, mergeTextUpdates, textName } from "@tidemark/core/text";
import { runUpkeep } from "@tidemark/core/upkeep";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { type DeviceReplica, must } from "../../packages/db/tests/sync/replicas.ts";
import { twoDevices } from "../../packages/db/tests/sync/two-devices.ts";
import { createSeededDraw, type SeededDraw } from "../seeded-draw.ts";
import { apply, type Change, createEditedDocument, drawsOf, typed } from "./edited-document.ts";

/** Types the changes key by key on a device, in its editor's own document. */
async function typeOnDevice(
  device: DeviceReplica,
  id: string,
  edit: { readonly client: number; readonly changes: readonly Change[]; readonly keys: SeededDraw },
): Promise<void> {
  const caller = await device.caller();
  const record = must(await device.memos.get(caller, id, { showDeleted: false }));
  const { row, text } = await device.database.read((stores) => entityOf(stores, record));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, documentState({ memo: id, content: row.content, text }));
  doc.clientID = edit.client;
  const updates: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array) => updates.push(update));
  for (const stroke of edit.changes.flatMap((change) => typed(change, edit.keys))) {
    const letters = stroke.insert === "" ? [""] : [...stroke.insert];
    for (const [index, insert] of letters.entries()) {
      apply(doc.getText(textName), { ...stroke, at: stroke.at + index, insert });
    }
  }
  const update = mergeTextUpdates(updates);
  must(await device.memos.editText(caller, { id, gen: text.gen, update }));
}

test("replicas come to the bytes and the renewals that the model of a document counts", async () => {
  const content = "two anemones on a stone in the tide ".repeat(10);
  const { world, desk, laptop, id } = await twoDevices(content);
  await using _ = world;
  const model = createEditedDocument({
    memo: id,
    content,
    createdMs: world.nowMs,
    isRenewed: true,
  });
  const { clients, keys } = drawsOf(id);
  const draw = createSeededDraw("changes");
  const sync = async (): Promise<void> => {
    for (const device of [desk, laptop, desk, laptop]) await device.syncAll();
  };
  let renewed = 0;
  for (const device of [desk, laptop, desk, laptop]) {
    for (let session = 0; session < 6; session += 1) {
      world.nowMs += 60_000;
      const changes = Array.from({ length: 15 }, () => {
        return { at: draw.below(content.length - 5), remove: 5, insert: "ebbed" };
      });
      model.edit(world.nowMs, changes);
      await typeOnDevice(device, id, { client: clients.below(2 ** 32), changes, keys });
    }
    await sync();
    world.nowMs += 3_660_000;
    await sync();
    const upkeep = await runUpkeep({ ...world.server.deps, trashDays: async () => 30 });
    renewed += upkeep.renewedDocuments;
    await sync();
  }
  const { forSize, forQuiet } = model.renewals(world.nowMs);
  expect(forSize).toBeGreaterThan(0);
  expect({ forSize: renewed, forQuiet }).toEqual({ forSize, forQuiet: 0 });
  const stored = await world.server.database.read(async ({ memos }) =>
    memos.text(id, (await memos.find(id))?.gen ?? 0),
  );
  expect(stored).toEqual({ gen: model.gen, state: model.state() });
});
