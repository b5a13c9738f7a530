import { appError, AppFailure } from "@tidemark/core";

/** A stored row that cannot be written as JSON: lists leave it out. */
export interface UnwritableRow {
  readonly kind: "memo" | "attachment" | "reaction" | "relation" | "revision" | "view";
  readonly id: string;
  readonly error: unknown;
}

const listeners = new Set<(row: UnwritableRow) => void>();

/** Calls a listener each time that a row is left out of an answer. Returns the way to stop. */
export function onUnwritableRow(listener: (row: UnwritableRow) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Writes one row; null where it cannot be written, so that it costs itself and not the page. */
export function writeRow<J>(kind: UnwritableRow["kind"], id: string, write: () => J): J | null {
  try {
    return write();
  } catch (error) {
    for (const listener of listeners) listener({ kind, id, error });
    return null;
  }
}

/**
 * Writes the one row that was asked for. Throws FAILED_PRECONDITION where it cannot be written: not NOT_FOUND,
 * since a client that hears that deletes its copy.
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

/** Writes rows, less those that cannot be written. */
export function writeRows<R extends { readonly id: string }, J>(
  kind: UnwritableRow["kind"],
  rows: readonly R[],
  write: (row: R) => J,
): J[] {
  return rows
    .map((row) => writeRow(kind, row.id, () => write(row)))
    .filter((json) => json !== null);
}
