/**
 * Returns the result code of a driver's error (`SQLITE_NOTADB`, …); null for any other error. Every driver
 * sets the name of the code as `code`.
 */
export function sqliteErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && error.code.startsWith("SQLITE_") ? error.code : null;
}

/** Returns whether the error is due to a value to store: its type, its absence, a check, or its size. */
export function isUnstorable(error: unknown): boolean {
  return /^SQLITE_(?:CONSTRAINT_(?:CHECK|DATATYPE|NOTNULL)|MISMATCH|TOOBIG)$/.test(
    sqliteErrorCode(error) ?? "",
  );
}
