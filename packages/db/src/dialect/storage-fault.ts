import { StorageError, type StorageFault } from "@tidemark/core";
import { sqliteErrorCode } from "./sqlite-error.ts";

const faults: readonly (readonly [prefix: string, fault: StorageFault])[] = [
  // Named by us: SQLite doesn't know why a write failed.
  ["SQLITE_FULL_QUOTA", "quota-full"],
  ["SQLITE_FULL", "disk-full"],
  ["SQLITE_CORRUPT", "damaged"],
  ["SQLITE_NOTADB", "damaged"],
  ["SQLITE_IOERR", "unwritable"],
  ["SQLITE_READONLY", "unwritable"],
  ["SQLITE_CANTOPEN", "unwritable"],
  ["SQLITE_BUSY", "busy"],
];

/**
 * Runs `work`; rejects with a `StorageError` instead of the driver's error if the disk or the file is at
 * fault (result codes: https://sqlite.org/rescode.html).
 */
export function namingFaults<T>(
  work: Promise<T>,
  onFault: (fault: StorageFault) => void,
): Promise<T> {
  return work.catch((error: unknown) => {
    const code = sqliteErrorCode(error);
    const fault = faults.find(([prefix]) => code?.startsWith(prefix) === true)?.[1];
    if (fault === undefined) throw error;
    onFault(fault);
    throw new StorageError(fault, error);
  });
}
