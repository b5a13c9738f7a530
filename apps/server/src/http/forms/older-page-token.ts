// A list continues in the form that it began in, and a request's form is determined before anything else.
// Tokens of the older form therefore have a prefix that no token of the service has.

const mark = "o.";

/** Returns a token in the older form; "" at the end of the list. */
export function toOlderPageToken(token: string): string {
  return token === "" ? "" : mark + token;
}

export function isOlderPageToken(token: string): boolean {
  return token.startsWith(mark);
}

/** Returns the service's token. Tokens of the other form stay unchanged; the service validates them. */
export function fromOlderPageToken(token: string): string {
  return isOlderPageToken(token) ? token.slice(mark.length) : token;
}
