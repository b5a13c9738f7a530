import type { Caller } from "../model/caller.ts";
import { userName } from "../names/names.ts";
import type { UserRecord } from "../model/account.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { AuditAction } from "../stores/audit-log-store.ts";
import { enterInAuditLog } from "./enter-in-audit-log.ts";

/** Logs the changes of an account that affect access: its creation, role, state, password, or closing. */
export async function noteAccountChange(
  stores: Pick<ServerWriteStores, "auditLog" | "afterCommit">,
  { name: actor, address = "" }: Caller,
  change: {
    /** Account before the change; null if it was created. */
    readonly before: UserRecord | null;
    /** Account after the change; null if it was closed. */
    readonly after: UserRecord | null;
    readonly atMs: number;
  },
): Promise<void> {
  const { before, after, atMs } = change;
  const account = after ?? before;
  if (account === null) return;
  const target = userName(account.username);
  for (const action of actionsOf(before, after)) {
    await enterInAuditLog(stores, { action, atMs, actor, target, address });
  }
}

function actionsOf(before: UserRecord | null, after: UserRecord | null): AuditAction[] {
  if (after === null) return ["account.closed"];
  if (before === null) {
    return after.role === "ADMIN" ? ["account.created", "role.raised"] : ["account.created"];
  }
  const actions: AuditAction[] = [];
  if (after.role !== before.role) {
    actions.push(after.role === "ADMIN" ? "role.raised" : "role.lowered");
  }
  if (after.state !== before.state) {
    actions.push(after.state === "NORMAL" ? "account.restored" : "account.archived");
  }
  if (after.passwordHash !== before.passwordHash) actions.push("password.changed");
  return actions;
}
