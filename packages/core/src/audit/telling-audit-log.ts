import type { WriteStores } from "../ports.ts";
import type { AuditEntry } from "./audit-log-store.ts";

/** The stores of a write, with `tell` given each entry that is made; for what is said after the commit. */
export function tellingAuditLog(
  stores: WriteStores,
  tell: (entry: AuditEntry) => void,
): WriteStores {
  const { auditLog } = stores;
  return {
    ...stores,
    auditLog: {
      ...auditLog,
      async add(entry) {
        const made = await auditLog.add(entry);
        tell(made);
        return made;
      },
    },
  };
}
