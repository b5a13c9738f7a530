import type { NewAuditEntry } from "@tidemark/core";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { sqliteErrorCode } from "./dialect/sqlite-error.ts";
import { createAuditLogStore } from "./stores/server/audit-log-store.ts";

/**
 * Makes an entry in the audit log of a database file beside the server that may be running on it.
 * Returns false where it cannot be made: the file cannot be written, or is of before there was a log.
 */
export async function noteInAuditLog(file: string, entry: NewAuditEntry): Promise<boolean> {
  try {
    const connection = openSqliteConnection({ file, readonly: false });
    try {
      await createAuditLogStore(connection.kysely).add(entry);
      return true;
    } finally {
      connection.close();
    }
  } catch (error) {
    if (sqliteErrorCode(error) === null) throw error;
    return false;
  }
}
