/**
 * The result code of an error of a driver (`SQLITE_NOTADB`, …); null for any other error. Every driver
 * throws errors with the code's name as `code`.
 */
export function sqliteErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && error.code.startsWith("SQLITE_") ? error.code : null;
}

/** Whether a value is to blame that was to be stored: its type, its absence, a check, or its size. */
export function isUnstorable(error: unknown): boolean {
  return /^SQLITE_(?:CONSTRAINT_(?:CHECK|DATATYPE|NOTNULL)|MISMATCH|TOOBIG)$/.test(
    sqliteErrorCode(error) ?? "",
  );
}
