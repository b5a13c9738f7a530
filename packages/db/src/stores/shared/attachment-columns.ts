import type { AttachmentRecord, AttachmentRow } from "@tidemark/core/model";
import type { Selectable } from "kysely";
import type { AttachmentTable } from "../../schema/attachment-tables.ts";
import { readUnknownFields } from "./unknown-fields.ts";
import { readMetadata, readMotion } from "../../schema/own-rows.ts";

export type AttachmentColumns = Selectable<AttachmentTable>;

export function attachmentToColumns(
  row: AttachmentRow,
): Omit<AttachmentColumns, "pk" | "number" | "shelf"> {
  return {
    id: row.id,
    creator: row.creator,
    created_ms: row.createdMs,
    updated_ms: row.updatedMs,
    filename: row.filename,
    mime_type: row.type,
    size_bytes: row.sizeBytes,
    sha256: row.sha256,
    external_link: row.externalLink,
    memo: row.memo,
    position: row.position,
    motion: row.motion === null ? null : JSON.stringify(row.motion),
    metadata: row.metadata === null ? null : JSON.stringify(row.metadata),
    filename_stamp: row.stamps.filename,
    link_stamp: row.stamps.link,
    seq: row.seq,
    extra: JSON.stringify(row.extra),
  };
}

export function columnsToAttachment(columns: AttachmentColumns): AttachmentRecord {
  return {
    number: columns.pk,
    id: columns.id,
    creator: columns.creator,
    createdMs: columns.created_ms,
    updatedMs: columns.updated_ms,
    filename: columns.filename,
    type: columns.mime_type,
    sizeBytes: columns.size_bytes,
    sha256: columns.sha256,
    externalLink: columns.external_link,
    memo: columns.memo,
    position: columns.position,
    motion: columns.motion === null ? null : readMotion(columns.motion),
    metadata: columns.metadata === null ? null : readMetadata(columns.metadata),
    stamps: { filename: columns.filename_stamp, link: columns.link_stamp },
    seq: columns.seq,
    extra: readUnknownFields(columns.extra, { table: "attachment", id: columns.id }),
  };
}
