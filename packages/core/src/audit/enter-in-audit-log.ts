import type { ServerWriteStores } from "../stores/server-database.ts";
import type { NewAuditEntry } from "../stores/audit-log-store.ts";

/** Enters something in the audit log, which is announced once the entry is committed. */
export async function enterInAuditLog(
  stores: Pick<ServerWriteStores, "auditLog" | "afterCommit">,
  entry: NewAuditEntry,
): Promise<void> {
  stores.afterCommit({ kind: "audit-entered", entry: await stores.auditLog.add(entry) });
}
