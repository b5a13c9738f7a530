/**
 * Why a database could not be opened; it is left as it was found.
 * - `schema-too-new`: a newer version of the program has migrated it.
 * - `not-a-database`: not SQLite, damaged at its head, or some other program's database.
 * - `damaged`: looked through after an unclean stop and found broken; the message names the newest
 *   copy that is known.
 * - `unwritable`: the file or its folder cannot be created, opened or written.
 * - `unreachable`: the server of the database does not answer; it may do so later.
 * - `refused`: the server of the database lets nobody in by this name and password.
 * - `unsuitable`: the database is not as this program needs it; the message says what to change.
 */
export type OpenDatabaseErrorType =
  | "schema-too-new"
  | "not-a-database"
  | "damaged"
  | "unwritable"
  | "unreachable"
  | "refused"
  | "unsuitable";

/** Thrown by `openDatabase`. Nothing runs without a database, so it is caught only at a start-up. */
export class OpenDatabaseError extends Error {
  readonly type: OpenDatabaseErrorType;
  readonly file: string;

  constructor(
    type: OpenDatabaseErrorType,
    file: string,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(`${file}: ${message}`, options);
    this.name = "OpenDatabaseError";
    this.type = type;
    this.file = file;
  }
}

/** Of one that was to be there already. */
export function unusedDatabase(file: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", file, "this database has never been used by a server");
}
