/**
 * Reasons why a database could not be opened; it is left unchanged.
 *
 * - `schema-too-new`: a newer version of the program has migrated it.
 * - `not-a-database`: not SQLite, damaged at its head, or another program's database.
 * - `damaged`: found broken by the check after an unclean stop; the message names the newest known copy.
 * - `unwritable`: the file or its folder cannot be created, opened or written.
 * - `unreachable`: the database server does not answer; it may do so later.
 * - `refused`: the database server rejects this name and password.
 * - `unsuitable`: the database does not meet the program's needs; the message names the change to make.
 */
export type OpenDatabaseErrorType =
  | "schema-too-new"
  | "not-a-database"
  | "damaged"
  | "unwritable"
  | "unreachable"
  | "refused"
  | "unsuitable";

/** Thrown by `openDatabase`. The program can't run without a database, so only startup code catches it. */
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

/** Returns the error for a database that should exist already. */
export function unusedDatabase(file: string): OpenDatabaseError {
  return new OpenDatabaseError("unsuitable", file, "this database has never been used by a server");
}
