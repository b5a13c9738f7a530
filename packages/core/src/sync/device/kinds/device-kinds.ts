import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { deviceAttachments } from "./device-attachments.ts";
import type { DeviceKind } from "./device-kind.ts";
import { deviceMemos } from "./device-memos.ts";
import { deviceRegisters } from "./device-registers.ts";
import { type WireChange, wireChangeSchema } from "../../protocol/messages.ts";
import { entityKey, type SyncKind } from "../../../merge/sync-op.ts";
import { parseJson } from "../../../json/parse-json.ts";

/** Kinds of entities that a device syncs. */
export const deviceKinds: Readonly<Record<SyncKind, DeviceKind>> = {
  memo: deviceMemos,
  attachment: deviceAttachments,
  setting: deviceRegisters("setting"),
  view: deviceRegisters("view"),
};

/**
 * Applies rows in order and defers those that can't be applied (R9). Returns the keys of the rows of known
 * kinds. `asOfSeq`: seq of the snapshot that the page belongs to; its rows count as at least that new (R4).
 */
export async function applyChanges(
  stores: DeviceWriteStores,
  changes: readonly WireChange[],
  asOfSeq = 0,
): Promise<string[]> {
  const touched: string[] = [];
  const memos = changes.filter(({ kind }) => kind === "memo");
  const first = await stores.known.unknownMemos(memos.map(({ entity }) => entity));
  for (const sent of changes) {
    const change = { ...sent, seq: Math.max(sent.seq, asOfSeq) };
    const { kind, entity, seq } = change;
    if (Object.hasOwn(deviceKinds, kind)) touched.push(entityKey(kind, entity));
    // A second row for the same memo must see the first.
    const isFirst = kind === "memo" && first.delete(entity);
    if (await applyChange(stores, change, isFirst)) continue;
    await stores.deferred.put(kind, entity, seq, JSON.stringify(change));
  }
  return touched;
}

/** Returns false for an unknown kind, and for a row that can't be read. */
async function applyChange(
  stores: DeviceWriteStores,
  change: WireChange,
  isFirst = false,
): Promise<boolean> {
  const { kind, entity, seq, op } = change;
  if (!Object.hasOwn(deviceKinds, kind)) return false;
  const known = deviceKinds[kind as SyncKind];
  if (op === "up") return known.applyRow(stores, change, isFirst);
  await known.applyRemoval(stores, entity, seq);
  return true;
}

/**
 * Applies rows that an earlier version deferred and this version can read (R9). Rows older than the stored
 * ones are ignored as usual. Returns the keys of the applied rows.
 */
export async function replayDeferred(stores: DeviceWriteStores): Promise<string[]> {
  const touched: string[] = [];
  for (const { kind, entity, payload } of await stores.deferred.all()) {
    const change = parseJson(wireChangeSchema, payload);
    if (!(await applyChange(stores, change))) continue;
    await stores.deferred.remove(kind, entity);
    touched.push(entityKey(kind, entity));
  }
  return touched;
}
