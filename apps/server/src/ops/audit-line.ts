import type { NewAuditEntry } from "@tidemark/core";

/** What a line of the log says of an entry of the audit log, beside the line's own time. */
export function auditLine({ action, actor, target, address }: Omit<NewAuditEntry, "atMs">) {
  return { audit: { action, actor, target, address } };
}
