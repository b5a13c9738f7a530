import load, { type Sqlite3Static } from "@sqlite.org/sqlite-wasm";

let isOutOfQuota = false;

/**
 * Loads SQLite without its console warnings about failed statements: callers get the errors. Errors that a
 * virtual file system got from the browser are noted for `tookQuotaError`.
 */
export async function loadSqlite(): Promise<Sqlite3Static> {
  const error = (...values: readonly unknown[]): void => {
    isOutOfQuota ||= values.some(isQuotaError);
  };
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {}, error } });
  return load();
}

/**
 * Returns true if the browser has refused a write for lack of space since the last call. SQLite itself reports
 * only a failed write.
 */
export function tookQuotaError(): boolean {
  const wasOutOfQuota = isOutOfQuota;
  isOutOfQuota = false;
  return wasOutOfQuota;
}

/** Message of the library after a write of fewer bytes than given: Chromium's answer to a full quota. */
const shortWrite = "Unknown write() failure.";

function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "QuotaExceededError" || error.message === shortWrite;
}
