import type { MemoEntity } from "../../../model/memo.ts";
import type { WriteStores } from "../../../stores/database.ts";
import { type WireChange, wireChangeSchema, wireMemoSchema } from "../../protocol/messages.ts";
import { userScope } from "../../../model/scope.ts";
import { memoToWire, wireToMemo } from "../../protocol/wire-memo.ts";
import { parseJson } from "../../../json/parse-json.ts";

/**
 * The server has renewed a memo's document while edits of the old one wait here. Until it has taken
 * them, they are shown where they were made and go on being made there; the newest row that came
 * meanwhile is kept aside (R14).
 */

type AsideStores = Pick<WriteStores, "deferred">;

/** No kind of entity: what is set aside under it is not for a newer version to take. */
const asideKind = "memo.renewed";

export interface SetAside {
  readonly seq: number;
  readonly entity: MemoEntity;
}

export async function setAside(
  stores: AsideStores,
  seq: number,
  entity: MemoEntity,
): Promise<void> {
  const { id, creator } = entity.row;
  const row = memoToWire(entity);
  const scope = userScope(creator);
  const change: WireChange = { scope, kind: asideKind, entity: id, seq, op: "up", row };
  await stores.deferred.put(asideKind, id, seq, JSON.stringify(change));
}

export async function findAside(stores: AsideStores, id: string): Promise<SetAside | null> {
  const kept = await stores.deferred.find(asideKind, id);
  if (kept === null) return null;
  const { seq, payload } = kept;
  const { row } = parseJson(wireChangeSchema, payload);
  return { seq, entity: wireToMemo(wireMemoSchema.parse(row)) };
}

export async function dropAside(stores: AsideStores, id: string): Promise<void> {
  await stores.deferred.remove(asideKind, id);
}

/** Whether edits of an older document wait for the server to take them. */
export async function waitsOnOlder(
  stores: Pick<WriteStores, "outbox">,
  { row, text }: MemoEntity,
): Promise<boolean> {
  const pending = await stores.outbox.pendingOf(row.id);
  return pending.some(({ op }) => {
    if (op.kind === "memo.put") return op.text.gen < text.gen;
    return op.kind === "memo.text" && op.whole === undefined && op.gen < text.gen;
  });
}
