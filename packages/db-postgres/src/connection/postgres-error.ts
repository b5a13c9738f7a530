import { StorageError, type StorageFault, UnstorableError } from "@tidemark/core";
import { DatabaseError } from "pg";

/** Returns the SQLSTATE of an error of PostgreSQL; null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.code ?? null) : null;
}

/**
 * Returns whether the error is due to a value to store: its form, its absence, a check, or its size.
 * Duplicate rows and missing references don't count: another process may have caused them.
 */
function isUnstorable(error: unknown): boolean {
  return /^(?:22|23502|23514|54)/.test(sqlState(error) ?? "");
}

/** Returns an `UnstorableError` for an error due to a value, and other errors unchanged. */
export function namedUnstorable(error: unknown): unknown {
  return isUnstorable(error) ? new UnstorableError(error) : error;
}

/** SQLSTATE of a statement that exceeded its deadline or was canceled. */
export const canceledState = "57014";

/** Faults by class or code (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const faultByState: readonly (readonly [prefix: string, fault: StorageFault])[] = [
  ["53100", "disk-full"],
  ["25006", "unwritable"],
  ["58", "unwritable"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  // Locks, deadlocks, and too many connections.
  ["40", "busy"],
  ["55P03", "busy"],
  ["53", "busy"],
  ["57014", "busy"],
  // A transaction exceeded the database's limit, or the administrator ended it.
  ["25P04", "busy"],
  // A lost connection, or a server that is starting or stopping.
  ["08", "unreachable"],
  ["57", "unreachable"],
  ["25P03", "unreachable"],
];

/** Codes of Node for a failed connection. */
const networkCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);

/** Messages of the driver for a connection that ended; it sets no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Messages of the driver if no answer came in time, to a statement or while connecting. */
const noAnswer =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Returns whether there was no answer at all in time. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && noAnswer.test(error.message);
}

/** Returns the fault of the database that caused an error; null if there is none. */
export function faultOf(error: unknown): StorageFault | null {
  const state = sqlState(error);
  if (state !== null) return faultByState.find(([prefix]) => state.startsWith(prefix))?.[1] ?? null;
  if (!(error instanceof Error)) return null;
  if (isSilence(error) || lostConnection.test(error.message)) return "unreachable";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && networkCodes.has(code) ? "unreachable" : null;
}

/** Runs `work`; rejects with a `StorageError` instead of the driver's if the database is at fault. */
export async function namingPostgresFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const fault = faultOf(error);
    throw fault === null ? error : new StorageError(fault, error);
  }
}
