const base = "http://own.invalid";

/** Longest address to return to after signing in. */
const maxLength = 2000;

/**
 * Returns an address as a path on this server, with its query and fragment; `/` for any other address. A
 * browser resolves the result, so paths that it would take for a host are refused.
 */
export function ownPath(address: unknown): string {
  if (typeof address !== "string" || address.length > maxLength) return "/";
  if (!/^\/(?![/\\])[\x20-\x7e\u00a0-\uffff]*$/.test(address)) return "/";
  const url = URL.parse(address, base);
  if (url === null || url.origin !== base || /^\/[/\\]/.test(url.pathname)) return "/";
  return url.pathname + url.search + url.hash;
}

/** Returns the path of a page that leads to `next`. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?next=${encodeURIComponent(next)}`;
}
