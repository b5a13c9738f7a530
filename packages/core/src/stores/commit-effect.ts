import type { AuditEntry } from "./audit-log-store.ts";
import type { CommitSignal } from "./processes/signals.ts";

/**
 * Notification of a write, sent to listeners after it is committed and never before.
 * `WriteStores.afterCommit` collects it in the transaction; `Database.onCommit` delivers it (ADR 0041). It
 * holds only what listeners need. Anything that must survive the end of the process is stored in the
 * database.
 */
export type CommitEffect =
  | CommitSignal
  /** An entry was added to the audit log. */
  | { readonly kind: "audit-entered"; readonly entry: AuditEntry }
  /** This device's user changed a memo or a file on it. */
  | { readonly kind: "memo-written"; readonly id: string }
  /** A sync added, changed or removed a file of a memo. The memo's own row may be unchanged. */
  | { readonly kind: "files-synced"; readonly memo: string }
  /** This device's user changed something else: views, settings, files. */
  | { readonly kind: "own-written" };

/** Returns true if other processes are notified of the effect too. */
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
    case "files-synced":
    case "own-written":
      return false;
  }
}
