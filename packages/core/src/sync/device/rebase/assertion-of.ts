import { memoToPut } from "../../protocol/wire-memo.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { defineMemoNote } from "../../../stores/meta/define-meta.ts";
import { mark } from "../../../stores/meta/meta-form.ts";
import { type MemoEntity, stampOf } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { olderDocuments } from "../../generations/rebase-edits.ts";

/**
 * Set on a memo when it was asserted and contained nothing that a user had written here since the server's last
 * version. It counts only while an assertion is pending.
 */
export const unwrittenKey = defineMemoNote("unwritten", mark);

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

/** Returns an operation that asserts a memo as this device shows it, with its earlier documents (R14b). */
export async function assertionOf(stores: DeviceWriteStores, entity: MemoEntity): Promise<PutOp> {
  const op = memoToPut(entity) as PutOp;
  const older = await olderDocuments(stores, entity);
  return older.length === 0 ? op : { ...op, text: { ...op.text, older } };
}

/** Returns a memo with the text of another version, and with the time of that text. */
export function withTextOf(memo: MemoEntity, { row, text }: MemoEntity): MemoEntity {
  const { content, gen, updatedMs } = row;
  const stamps = { ...memo.row.stamps, updatedMs: stampOf(row.stamps, "updatedMs") };
  return { ...memo, row: { ...memo.row, content, gen, updatedMs, stamps }, text };
}
