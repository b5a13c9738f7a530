/**
 * Said of a connection to a database that was lost while nobody waited for it; another takes its place. The
 * driver's own error holds the whole connection, with who it is for and the key that ends it: of that no more
 * than its message is here.
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
