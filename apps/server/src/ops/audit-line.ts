import type { NewAuditEntry } from "@tidemark/core";

/** Returns the fields of a log line for an audit entry and the request that made it, in addition to the line's own time. */
export function auditLine(
  { action, actor, target, address }: Omit<NewAuditEntry, "atMs">,
  reqId?: string,
) {
  return { ...(reqId !== undefined && { reqId }), audit: { action, actor, target, address } };
}
