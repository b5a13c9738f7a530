import { StorageError, type StorageFault, UnstorableError } from "@tidemark/core";
import { DatabaseError } from "pg";

/** SQLSTATE of an error that PostgreSQL gave; null for any other error. */
export function sqlState(error: unknown): string | null {
  return error instanceof DatabaseError ? (error.code ?? null) : null;
}

/**
 * Whether a value is to blame that was to be stored: its form, its absence, a check, or its size. A row that
 * is there already, or that lacks another, may be another process's doing and pass.
 */
function isUnstorable(error: unknown): boolean {
  return /^(?:22|23502|23514|54)/.test(sqlState(error) ?? "");
}

/** Returns an UnstorableError in place of an error that a value is to blame for. */
export function namedUnstorable(error: unknown): unknown {
  return isUnstorable(error) ? new UnstorableError(error) : error;
}

/** A statement ran for longer than its deadline, or somebody ended it. */
export const canceledState = "57014";

/** By class or code (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const faultByState: readonly (readonly [prefix: string, fault: StorageFault])[] = [
  ["53100", "disk-full"],
  ["25006", "unwritable"],
  ["58", "unwritable"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  // Locks, deadlocks, and as many connections as there may be.
  ["40", "busy"],
  ["55P03", "busy"],
  ["53", "busy"],
  ["57014", "busy"],
  // A transaction took longer than the database allows, or was ended by whoever looks after it.
  ["25P04", "busy"],
  // The connection, and a server that ends or begins.
  ["08", "unreachable"],
  ["57", "unreachable"],
  ["25P03", "unreachable"],
];

/** What Node says of a connection that there is not. */
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

/** What the driver says of one that ended; it gives these no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** What it says where no answer came in time, to a question or to who wants to connect. */
const noAnswer =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated due to connection timeout)/;

/** Whether nothing at all was answered in time. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && noAnswer.test(error.message);
}

/** What of the database is to blame for an error; null where nothing is. */
export function faultOf(error: unknown): StorageFault | null {
  const state = sqlState(error);
  if (state !== null) return faultByState.find(([prefix]) => state.startsWith(prefix))?.[1] ?? null;
  if (!(error instanceof Error)) return null;
  if (isSilence(error) || lostConnection.test(error.message)) return "unreachable";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && networkCodes.has(code) ? "unreachable" : null;
}

/** Runs `work`; where the database is to blame, it rejects with a `StorageError` in place of the driver's. */
export async function namingPostgresFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const fault = faultOf(error);
    throw fault === null ? error : new StorageError(fault, error);
  }
}
