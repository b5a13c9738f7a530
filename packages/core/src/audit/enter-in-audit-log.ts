import type { ServerWriteStores } from "../stores/server-database.ts";
import type { NewAuditEntry } from "../stores/audit-log-store.ts";

/** Adds an entry to the audit log and announces it after the commit. */
export async function enterInAuditLog(
  stores: Pick<ServerWriteStores, "auditLog" | "afterCommit">,
  entry: NewAuditEntry,
): Promise<void> {
  stores.afterCommit({ kind: "audit-entered", entry: await stores.auditLog.add(entry) });
}
