// A list goes on in the form that it began in, and the form of a request is told before anything else
// is known of it: so tokens of the older form carry a mark that no token of the service has.

const mark = "o.";

/** The token of a list of the older form as it is given out; "" at the end. */
export function toOlderPageToken(token: string): string {
  return token === "" ? "" : mark + token;
}

export function isOlderPageToken(token: string): boolean {
  return token.startsWith(mark);
}

/** The service's token in one that was sent; another form's stays, which the service refuses or takes. */
export function fromOlderPageToken(token: string): string {
  return isOlderPageToken(token) ? token.slice(mark.length) : token;
}
