import type { NewAuditEntry } from "@tidemark/core";

/** Returns the fields of a log line for an audit entry, in addition to the line's own time. */
export function auditLine({ action, actor, target, address }: Omit<NewAuditEntry, "atMs">) {
  return { audit: { action, actor, target, address } };
}
