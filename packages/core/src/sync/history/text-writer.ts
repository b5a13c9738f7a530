import { z } from "zod";
import { stampSchema } from "../../merge/memo-op.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import { type MemoRow, stampOf } from "../../model/memo.ts";
import type { Stamp } from "../../model/stamp.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { MemoChange } from "../../stores/journal.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { json } from "../../stores/meta/meta-form.ts";

/** Device that wrote a memo's text last, and the stamp of its edit. */
export interface TextWriter {
  /** "" if unknown. */
  readonly device: string;
  readonly stamp: Stamp;
}

const textWriterKey = defineMemoNote<TextWriter>(
  "text_writer",
  json(z.object({ device: z.string(), stamp: stampSchema })),
);

/** Returns the writer of a memo's text on the server. Older versions stored only the stamp of each memo. */
export async function findTextWriter(
  { memoNotes }: Pick<ReadStores, "memoNotes">,
  row: MemoRow,
): Promise<TextWriter> {
  const known = (await memoNotes.among(textWriterKey, [row.id])).get(row.id);
  return known ?? { device: "", stamp: stampOf(row.stamps, "updatedMs") };
}

/** Stores the writer of a changed text. `before`: the writer of a text that was merged with this one. */
export async function noteTextWriter(
  { memoNotes }: Pick<WriteStores, "memoNotes">,
  { ops, caller, after }: Pick<MemoChange, "ops" | "caller" | "after">,
  before: TextWriter | null,
): Promise<void> {
  const stamp = ops.map(textStamp).find((each) => each !== null);
  if (stamp === undefined || stamp === null || after === null) return;
  if (before !== null && before.stamp > stamp) return;
  await memoNotes.set(textWriterKey, after.row.id, { device: caller.device, stamp });
}

/** Returns the stamp of the text that an operation writes, or null. */
function textStamp(op: MemoOp): Stamp | null {
  if (op.kind === "memo.text") return op.stamp;
  return op.kind === "memo.put" ? (op.stamps.updatedMs ?? op.stamps["*"]) : null;
}
