import type { MemoEntity } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { type WireChange, wireChangeSchema, wireMemoSchema } from "../../protocol/messages.ts";
import { userScope } from "../../../model/scope.ts";
import { memoToWire, wireToMemo } from "../../protocol/wire-memo.ts";
import { parseJson } from "../../../json/parse-json.ts";

/**
 * The server has renewed a memo's document while edits of the old one are unsent. Until the server has
 * applied those edits, the device shows and edits the old document. The newest row received meanwhile is
 * parked (R14a).
 */

type ParkStores = Pick<DeviceWriteStores, "deferred">;

/** Kind of parked rows. No entity has it, so newer versions don't replay them. */
const parkedKind = "memo.renewed";

export interface Parked {
  readonly seq: number;
  readonly entity: MemoEntity;
}

export async function putParked(
  stores: ParkStores,
  seq: number,
  entity: MemoEntity,
): Promise<void> {
  const { id, creator } = entity.row;
  const row = memoToWire(entity);
  const scope = userScope(creator);
  const change: WireChange = { scope, kind: parkedKind, entity: id, seq, op: "up", row };
  await stores.deferred.put(parkedKind, id, seq, JSON.stringify(change));
}

export async function findParked(stores: ParkStores, id: string): Promise<Parked | null> {
  const kept = await stores.deferred.find(parkedKind, id);
  if (kept === null) return null;
  const { seq, payload } = kept;
  const { row } = parseJson(wireChangeSchema, payload);
  return { seq, entity: wireToMemo(wireMemoSchema.parse(row)) };
}

export async function removeParked(stores: ParkStores, id: string): Promise<void> {
  await stores.deferred.remove(parkedKind, id);
}

/** Returns true if unsent edits belong to an older document. */
export async function waitsOnOlder(
  stores: Pick<DeviceWriteStores, "outbox">,
  { row, text }: MemoEntity,
): Promise<boolean> {
  const pending = await stores.outbox.pendingOf(row.id);
  return pending.some(({ op }) => {
    if (op.kind === "memo.put") return op.text.gen < text.gen;
    return op.kind === "memo.text" && op.whole === undefined && op.gen < text.gen;
  });
}
