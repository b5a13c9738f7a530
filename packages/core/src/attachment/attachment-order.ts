import type { AppError } from "../error/errors.ts";
import { parseOrder, totalOrder } from "../paging/order-by.ts";
import type { AttachmentOrderTerm } from "../stores/attachment-store.ts";
import type { Keyset } from "../paging/order-by.ts";
import type { Result } from "../error/result.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

const orderFields = new Map<string, AttachmentOrderTerm>([
  ["createTime", { field: "create_time", direction: "desc" }],
  ["createdTs", { field: "create_time", direction: "desc" }],
  ["updateTime", { field: "update_time", direction: "desc" }],
  ["updatedTs", { field: "update_time", direction: "desc" }],
  ["filename", { field: "filename", direction: "asc" }],
  ["size", { field: "size", direction: "asc" }],
  ["type", { field: "type", direction: "asc" }],
  ["name", { field: "name", direction: "asc" }],
]);

/** Newest first. */
export const defaultAttachmentOrder: readonly AttachmentOrderTerm[] = [
  { field: "create_time", direction: "desc" },
];

/** Parses `orderBy` of a list of attachments by the rules of `parseOrderBy`. */
export function parseAttachmentOrder(
  text: string,
): Result<readonly AttachmentOrderTerm[], AppError> {
  return parseOrder(text, orderFields, defaultAttachmentOrder);
}

/** Returns an attachment's sort values, as the list query compares them. */
export function attachmentKeyset(
  attachment: AttachmentRecord,
  order: readonly AttachmentOrderTerm[],
): Keyset {
  const values = totalOrder(order).map(({ field }) => {
    switch (field) {
      case "create_time":
        return attachment.createdMs;
      case "update_time":
        return attachment.updatedMs;
      case "filename":
        return attachment.filename;
      case "size":
        return attachment.sizeBytes;
      case "type":
        return attachment.type;
      case "name":
        return attachment.id;
      case "number":
        return attachment.number;
    }
  });
  return { values, id: attachment.id };
}
