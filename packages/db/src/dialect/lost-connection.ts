/**
 * Reports the loss of a connection to a database that no call was waiting for; another replaces it. Passed to
 * listeners, not thrown. The driver's error holds the connection with its user and cancel key, so only its
 * message is copied here.
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
