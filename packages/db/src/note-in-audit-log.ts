import type { NewAuditEntry } from "@tidemark/core";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { sqliteErrorCode } from "./dialect/sqlite-error.ts";
import { createAuditLogStore } from "./stores/server/audit-log-store.ts";

/**
 * Adds an entry to the audit log in a database file, even while a server is running on it. Returns false if
 * the file can't be written, or is from before there was an audit log.
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
