import { type AppError, appError } from "./errors.ts";

/**
 * Fault of a replica's database: `disk-full`, `quota-full` (the browser gives this site no more space),
 * `damaged` (its pages are corrupt), `unwritable` (the file or its disk rejects writes), `busy` (another program
 * has locked it), `unreachable` (a server's database, a separate program, doesn't answer).
 */
export type StorageFault =
  | "disk-full"
  | "quota-full"
  | "damaged"
  | "unwritable"
  | "busy"
  | "unreachable";

/**
 * Thrown by a `Database`. The transaction is rolled back, except that the outcome of a running commit is
 * unknown if the database is `unreachable`.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    super(storageWords[fault], { cause });
    this.fault = fault;
  }
}

const storageWords = {
  "disk-full": "the disk that holds the data is full; nothing was written",
  "quota-full": "this browser has no more space for Tidemark; nothing was saved",
  damaged: "the database is damaged; restart to check it",
  unwritable: "the disk that holds the data can't be written; nothing was written",
  busy: "another program has locked the database; nothing was written",
  // The outcome of a running commit is unknown.
  unreachable: "the database isn't responding; try again in a moment",
} as const satisfies Record<StorageFault, string>;

/** Delay before a retry is useful, if the database is a separate program. */
const retryAfterMs = 2000;

/** Returns the failure for the caller, who may retry. */
export function storageFailed({ message, fault }: StorageError): AppError {
  const error = appError("UNAVAILABLE", message);
  if (fault === "unreachable") return { ...error, retryAfterMs };
  return fault === "quota-full" ? { ...error, isOutOfSpace: true } : error;
}
