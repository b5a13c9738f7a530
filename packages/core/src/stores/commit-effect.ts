import type { AuditEntry } from "./audit-log-store.ts";
import type { CommitSignal } from "./processes/signals.ts";

/**
 * What others hear of a write once it is committed, and never before: `WriteStores.afterCommit`
 * collects it in the transaction, `Database.onCommit` hears it (ADR 0041). It holds no more than who
 * hears it needs; what has to survive the end of the process is in the database.
 */
export type CommitEffect =
  | CommitSignal
  /** The audit log has an entry more. */
  | { readonly kind: "audit-entered"; readonly entry: AuditEntry }
  /** The user of this device changed a memo, or a file on it. */
  | { readonly kind: "memo-written"; readonly id: string }
  /** The user of this device changed something else: views, settings, files. */
  | { readonly kind: "own-written" };

/** Whether those who wait in other processes are to hear of it too. */
export function isSignal(effect: CommitEffect): effect is CommitSignal {
  switch (effect.kind) {
    case "scopes-moved":
    case "events-logged":
    case "deliveries-due":
    case "referrers-due":
    case "credentials-changed":
    case "settings-changed":
      return true;
    case "audit-entered":
    case "memo-written":
    case "own-written":
      return false;
  }
}
