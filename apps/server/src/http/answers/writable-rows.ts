import { appError, AppFailure } from "@tidemark/core";

/** Stored row that can't be serialized as JSON and is omitted from lists. */
export interface UnwritableRow {
  readonly kind: "memo" | "attachment" | "reaction" | "relation" | "revision" | "view";
  readonly id: string;
  readonly error: unknown;
}

const listeners = new Set<(row: UnwritableRow) => void>();

/** Calls a listener each time a row is omitted. Returns a function that removes the listener. */
export function onUnwritableRow(listener: (row: UnwritableRow) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Serializes one row. Returns null if that fails, so only this row is missing from the page. */
export function writeRow<J>(kind: UnwritableRow["kind"], id: string, write: () => J): J | null {
  try {
    return write();
  } catch (error) {
    for (const listener of listeners) listener({ kind, id, error });
    return null;
  }
}

/**
 * Serializes a requested row. Throws FAILED_PRECONDITION if that fails, and not NOT_FOUND, which would make
 * clients delete their copy.
 */
export function writeOne<J>(kind: UnwritableRow["kind"], id: string, write: () => J): J {
  const written = writeRow(kind, id, write);
  if (written === null) throw unwritable(kind, id);
  return written;
}

/** Returns the error for a row that was requested and can't be written out. */
export function unwritable(kind: UnwritableRow["kind"], id: string): AppFailure {
  const words = `${kind} ${id} has a value that can't be shown, such as a time out of range`;
  return new AppFailure(appError("FAILED_PRECONDITION", `${words}; set that value again`));
}

/** Serializes rows and omits those that fail. */
export function writeRows<R extends { readonly id: string }, J>(
  kind: UnwritableRow["kind"],
  rows: readonly R[],
  write: (row: R) => J,
): J[] {
  return rows
    .map((row) => writeRow(kind, row.id, () => write(row)))
    .filter((json) => json !== null);
}
