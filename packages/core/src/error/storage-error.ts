import { type AppError, appError } from "./errors.ts";

/**
 * Why a replica's own database does not serve: `disk-full`, `damaged` (its pages are not what was
 * written), `unwritable` (the file or its disk refuses), `busy` (another program holds it), `unreachable`
 * (a server's database is another program, which does not answer).
 */
export type StorageFault = "disk-full" | "damaged" | "unwritable" | "busy" | "unreachable";

/** Thrown by a `Database`. Nothing of the transaction stays, and what was there before is as it was. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause: unknown) {
    super(storageWords[fault], { cause });
    this.fault = fault;
  }
}

const storageWords = {
  "disk-full": "no space is left on the disk that holds the data: nothing was written",
  damaged: "the database is damaged: start again to have it looked through",
  unwritable: "the disk that holds the data cannot be written: nothing was written",
  busy: "another program holds the database: nothing was written",
  // Whether a commit that was under way came to pass is not known.
  unreachable: "the database does not answer: try again in a moment",
} as const satisfies Record<StorageFault, string>;

/** After which another try is worth it where the database is another program. */
const retryAfterMs = 2000;

/** What a caller is told: a later try may work, and nothing was lost. */
export function storageFailed({ message, fault }: StorageError): AppError {
  const error = appError("UNAVAILABLE", message);
  return fault === "unreachable" ? { ...error, retryAfterMs } : error;
}
