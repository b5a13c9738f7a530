/**
 * The result code of an error of a driver (`SQLITE_NOTADB`, …); null for any other error. Every driver
 * throws errors with the code's name as `code`.
 */
export function sqliteErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && error.code.startsWith("SQLITE_") ? error.code : null;
}
