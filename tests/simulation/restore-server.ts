import { reactionsOf } from "@tidemark/core/memo";
import { wireChangeSchema, wireMemoSchema } from "@tidemark/core/sync/protocol";
import { z } from "zod";
import { rejectedContents } from "./check-device.ts";
import { registersIn } from "./check-registers.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { filesIn } from "./check-files.ts";
import { createSimDisk, type SimDisk } from "./sim-disk.ts";
import { unknownField } from "./unknown-things.ts";
import { wordsIn } from "./words.ts";
import type { SimDevice, World } from "./world.ts";
import { newEpoch, openServer } from "./processes.ts";

/**
 * Restores the server's backup, under a new epoch, or unnoticed under its current epoch, for devices to
 * prove (R17). Words that only the server had are lost. All that a device of a memo's owner has must be
 * pushed again (I10).
 */
export async function restoreServer(
  world: World,
  how: "as-told" | "behind-its-back",
  isBare: boolean,
): Promise<void> {
  const { server } = world;
  if (server.backup === null) return;
  server.process = null;
  for (const file of [server.file, ...[...world.devices.values()].map((device) => device.file)]) {
    for (const { id, gen } of file.memos().values()) {
      server.knownGens.set(id, Math.max(gen, server.knownGens.get(id) ?? 0));
    }
  }
  const renewed = server.file.memos();
  server.file = server.backup.file.copy();
  server.disk = restoredDisk(server, isBare);
  server.checkedVersion = -1;
  if (how === "as-told") await newEpoch(world);
  // Earlier reads are of another database, though the epoch's name is the same.
  else server.epochs += 1;
  world.intents.length = 0;
  await openServer(world);
  const kept = [...server.file.memos().values()].map((memo) => memo.content);
  for (const device of world.devices.values()) {
    const going = goingFrom(world, device);
    for (const memo of device.file.memos().values()) {
      const isOwn = !device.isBound || memo.creator === device.user;
      if (isOwn && !going.has(memo.id)) kept.push(memo.content);
      const restored = server.file.memos().get(memo.id);
      const ended = renewed.get(memo.id)?.gen ?? memo.gen;
      if (restored === undefined || hasDocuments(device, memo.id, restored.gen, ended)) continue;
      // The device's assertion is merged as text: words close together may be duplicated.
      world.ledger.repeated(wordsIn(`${memo.content} ${restored.content}`));
    }
    for (const { id, content } of deferredRows(device)) {
      kept.push(content);
      // It is merged as text with the pending edits.
      world.ledger.repeated(wordsIn(`${content} ${device.file.memos().get(id)?.content ?? ""}`));
    }
    kept.push(await rejectedContents(device));
    device.lastPull = null;
  }
  const all = kept.join("\n");
  for (const [word, fate] of world.ledger.fates()) {
    if (!all.includes(word)) fate.isLost = true;
    else if (!server.file.memos().get(fate.memo)?.content.includes(word)) fate.wasOnServer = false;
  }
  evictFiles(world);
  await removeReactions(world);
  noteRegisters(world);
  world.answers.clear();
  // A delivery may have other contents than before the restore, under the same id.
  for (const { id } of server.file.all<{ id: string }>(
    "SELECT id FROM webhook_delivery WHERE state = 'PENDING'",
  )) {
    world.received.delete(id);
  }
}

/**
 * Returns the entities that a response under way evicts from a device, because its user may no longer
 * read them. The device evicts them on arrival, even if the restored server doesn't.
 */
function goingFrom({ network }: World, { name }: SimDevice): ReadonlySet<string> {
  const pages = network.of(name).flatMap(({ answer }) => {
    const page = pageSchema.safeParse(answer?.value);
    return page.success ? page.data.changes : [];
  });
  return new Set(pages.flatMap(({ op, entity }) => (op === "evict" ? [entity] : [])));
}

const pageSchema = z.object({
  changes: z.array(z.object({ entity: z.string(), op: z.string() })),
});

/**
 * Returns the rows of renewed documents that a device has parked because edits of the ended document are
 * pending.
 */
function deferredRows({ file, user }: SimDevice): { id: string; content: string }[] {
  const rows = file.all<{ payload: string }>(
    "SELECT payload FROM deferred WHERE kind = 'memo.renewed'",
  );
  return rows.flatMap(({ payload }) => {
    const { entity, row } = wireChangeSchema.parse(JSON.parse(payload));
    const memo = wireMemoSchema.parse(row);
    return memo.creator === user ? [{ id: entity, content: memo.text.content }] : [];
  });
}

/**
 * Returns true if a device has the ended documents of all generations from `from` up to, but not
 * including, `to`.
 */
function hasDocuments({ file }: SimDevice, memo: string, from: number, to: number): boolean {
  const rows = file.all<{ gen: number }>(
    `SELECT gen FROM ended_document WHERE memo = '${memo}' AND gen >= ${from} AND gen < ${to}`,
  );
  return rows.length === Math.max(0, to - from);
}

/**
 * Returns the disk with the backup's files; unless `isBare`, also with the files already in the folder.
 */
function restoredDisk({ disk, backup }: World["server"], isBare: boolean): SimDisk {
  const restored = isBare ? createSimDisk() : disk;
  for (const [sha256, blob] of backup?.disk.kept ?? []) {
    if (!restored.kept.has(sha256)) restored.kept.set(sha256, blob);
  }
  return restored;
}

/** Marks files as lost that neither the backup nor a device of their owner has. */
function evictFiles(world: World): void {
  const { server, devices, files } = world;
  const kept = new Set(filesIn(server.file).keys());
  for (const device of devices.values()) {
    const going = goingFrom(world, device);
    for (const { id, creator, memo } of filesIn(device.file).values()) {
      if (going.has(id) || (memo !== null && going.has(memo))) continue;
      if (!device.isBound || creator === device.user) kept.add(id);
    }
  }
  for (const [id, fate] of files.fates) {
    if (!kept.has(id)) fate.isLost = true;
    fate.namers.add("the backup");
  }
}

/**
 * Marks reactions as removed unless the backup has them or their author, as the memo's owner, has them on
 * a device: only these are reasserted.
 */
async function removeReactions(world: World): Promise<void> {
  const inBackup = await reactionsIn(world.server.file);
  const onDevices = new Set<string>();
  for (const device of world.devices.values()) {
    for (const key of await reactionsIn(device.file)) {
      const [id = "", user = ""] = key.split(" ");
      const isOwn = device.file.memos().get(id)?.creator === device.user;
      if (isOwn && user === device.user && device.isBound) onDevices.add(key);
    }
  }
  for (const [key, reaction] of world.reactions) {
    if (!inBackup.has(key) && !onDevices.has(key)) reaction.wasRemoved = true;
  }
  // Without a newer value on a device, a field has the backup's older value.
  for (const { writers } of world.fieldWrites.values()) writers.add("the backup");
  const files = [world.server.file, ...[...world.devices.values()].map(({ file }) => file)];
  for (const [id, { writers, values }] of world.unknownFields) {
    writers.add("the backup");
    const isKept = files.some((file) => {
      return values.includes(file.memos().get(id)?.extra[unknownField] as number);
    });
    if (!isKept) world.unknownFields.delete(id);
  }
}

/** I10 · of the values that the owner's devices and the backup have of a register, the newest wins. */
function noteRegisters(world: World): void {
  world.registers.addOthers();
  if (world.network.all().length > 0 || world.older.size > 0) return;
  const devices = [...world.devices.values()];
  if (devices.some((device) => !device.isBound || isRegisterWaiting(device.file))) return;
  const files = [world.server.file, ...devices.map(({ file }) => file)];
  for (const row of files.flatMap(registersIn)) world.registers.known(row);
}

function isRegisterWaiting(file: ReplicaFile): boolean {
  return file.all("SELECT n FROM outbox WHERE entity LIKE '%:%' LIMIT 1").length > 0;
}

async function reactionsIn(file: ReplicaFile): Promise<Set<string>> {
  const ids = [...file.memos().keys()];
  const elements = await file.peek.read(({ memos }) => memos.elements(ids));
  return new Set(
    ids.flatMap((id) =>
      reactionsOf(elements.get(id) ?? []).map((reaction) => `${id} ${reaction.creator}`),
    ),
  );
}
