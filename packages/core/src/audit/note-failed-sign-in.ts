import type { ServerWriteStores } from "../stores/server-database.ts";
import { enterInAuditLog } from "./enter-in-audit-log.ts";

const hourMs = 3600 * 1000;
/** Above these, failures per hour are only counted, so that a flood of them can't fill the disk. */
const maxPerAddress = 20;
const maxPerHour = 200;

/**
 * Logs a failed sign-in. `account` is the resource name of an existing account, else null: a typed name may
 * be a password and is never stored. At most 20 entries per address and 200 in total are added per hour.
 * Further failures are counted in one entry of the address, or in one without address; both have no target.
 * Sign-ins to unknown accounts are counted the same way.
 */
export async function noteFailedSignIn(
  stores: Pick<ServerWriteStores, "auditLog" | "afterCommit">,
  failed: { readonly account: string | null; readonly address: string; readonly atMs: number },
): Promise<void> {
  const { auditLog } = stores;
  const { atMs } = failed;
  const fromMs = Math.floor(atMs / hourMs) * hourMs;
  const action = "signin.failed";
  const { all, ofAddress } = await auditLog.countSince(action, fromMs, failed.address);
  const target = ofAddress < maxPerAddress ? (failed.account ?? "") : "";
  const entry = { action, atMs, actor: "", address: failed.address, target } as const;
  if (all < maxPerHour && target !== "") {
    await enterInAuditLog(stores, entry);
    return;
  }
  if (await auditLog.countOnce(action, fromMs, failed.address)) return;
  if (all < maxPerHour) await enterInAuditLog(stores, entry);
  else if (!(await auditLog.countOnce(action, fromMs, ""))) {
    await enterInAuditLog(stores, { ...entry, address: "", target: "" });
  }
}
