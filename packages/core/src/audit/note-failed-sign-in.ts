import type { ServerWriteStores } from "../stores/server-database.ts";
import { enterInAuditLog } from "./enter-in-audit-log.ts";

const hourMs = 3600 * 1000;
/** More of an hour are counted, so that nobody who only knocks fills the disk. */
const maxPerAddress = 20;
const maxPerHour = 200;

/**
 * Enters a sign-in that failed. `account` is the resource name of an account that exists, else null:
 * what was typed for a name may be a password, so it is nowhere written. Of an hour there are 20
 * entries of an address and 200 in all. What is over is counted in one entry of the address, or of
 * none, without a target; so are sign-ins to no account.
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
