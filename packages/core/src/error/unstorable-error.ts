/** Thrown by a savepoint when the database refuses a value, such as U+0000 in a text of PostgreSQL. */
export class UnstorableError extends Error {
  override readonly name = "UnstorableError";

  constructor(cause: unknown) {
    super("the database rejects a value", { cause });
  }
}
