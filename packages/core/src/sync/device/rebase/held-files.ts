import type { AttachmentOp } from "../../../merge/attachment-op.ts";
import type { AttachmentRow } from "../../../model/attachment.ts";
import type { Stamp } from "../../../model/stamp.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { Refusal } from "../../protocol/refusal.ts";

/**
 * Links of files to a held memo. The server doesn't have that memo and keeps such a file in the library, so the
 * link is held too, until the memo is there.
 */

type LinkOp = Extract<AttachmentOp, { kind: "attachment.set" }>;

/** Holds the link of an applied operation, if the server dropped it because it refused the memo. */
export async function holdLink(
  stores: DeviceWriteStores,
  { op, atMs }: OutboxRow<AttachmentOp>,
  there: AttachmentRow,
  stamp: Stamp,
): Promise<void> {
  if (op.kind === "attachment.remove") return;
  const link = op.kind === "attachment.put" ? { memo: op.memo, position: op.position } : op.link;
  const memo = link?.memo ?? null;
  if (link === undefined || memo === null || there.memo === memo) return;
  if ((await stores.outbox.marksAmong([memo])).refused.size === 0) return;
  const held: LinkOp = {
    kind: "attachment.set",
    entity: op.entity,
    stamp,
    link,
    updatedMs: there.updatedMs,
  };
  const refusal: Refusal = { code: "missing", content: null };
  await stores.outbox.append(held, atMs, "blocked", JSON.stringify(refusal));
}

/** Returns the held links of files to a memo. */
export async function heldFilesOf(
  stores: Pick<DeviceWriteStores, "outbox">,
  memo: string,
): Promise<OutboxRow<LinkOp>[]> {
  return (await stores.outbox.held()).filter(
    (row): row is OutboxRow<LinkOp> =>
      row.op.kind === "attachment.set" && row.op.link?.memo === memo,
  );
}

/** Sends the held links of files to a memo that the server has now. */
export async function releaseFiles(stores: DeviceWriteStores, memo: string): Promise<void> {
  for (const { n, op, atMs } of await heldFilesOf(stores, memo)) {
    await stores.outbox.remove([n]);
    await stores.outbox.append(op, atMs);
  }
}
