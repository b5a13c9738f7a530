import type { AttachmentRow } from "../model/attachment.ts";
import type { AttachmentOp, WireAttachment } from "./attachment-op.ts";

export function attachmentToWire(row: AttachmentRow): WireAttachment {
  const { motion, metadata, stamps, extra, ...fields } = plain(row);
  return {
    ...fields,
    motion: motion === null ? null : { ...motion },
    metadata: metadata === null ? null : { ...metadata },
    stamps: { ...stamps },
    extra: { ...extra },
  };
}

/** Returns the operation that asserts the whole attachment, for a server that may not have it. */
export function attachmentToPut(row: AttachmentRow): AttachmentOp {
  const { id, seq: _seq, ...fields } = attachmentToWire(row);
  const { filename, link } = row.stamps;
  const stamp = filename > link ? filename : link;
  return { kind: "attachment.put", entity: id, stamp, ...fields };
}

/** Returns the row without its number, which differs between databases. */
function plain(row: AttachmentRow & { readonly number?: number }): AttachmentRow {
  const { number: _number, ...rest } = row;
  return rest;
}
