/**
 * Thrown when an idle connection to a database is lost; the pool opens another. The driver's error holds the
 * connection with its user and cancel key, so only its message is copied here.
 */
export class LostConnectionError extends Error {
  override readonly name = "LostConnectionError";

  constructor(what: string, error: unknown) {
    super(`${what}: ${messageOf(error)}`);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` (${messageOf(error.cause)})`;
  return `${error.message || error.name}${cause}`;
}
