const maxRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects after which a request is repeated with its body. */
const repeating: ReadonlySet<number> = new Set([307, 308]);

/** Thrown for a redirect that a device doesn't follow. */
export class RedirectRefused extends Error {
  override readonly name = "RedirectRefused";
}

/**
 * Fetches from the server that a device is connected to, following redirects within its origin only. `fetch`
 * would repeat a POST, with a password or memos, after any 307 or 308. Throws a `RedirectRefused` that names
 * the target.
 */
export async function serverFetch(
  address: string | URL | Request,
  init: RequestInit,
): Promise<Response> {
  const start = new URL(address instanceof Request ? address.url : address);
  const isRead = (init.method ?? "GET") === "GET";
  let next = start;
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(next, { ...init, redirect: "manual" });
    // A browser doesn't reveal the target.
    if (response.type === "opaqueredirect") throw refused(null);
    if (!redirects.has(response.status)) return response;
    await response.body?.cancel();
    const target = URL.parse(response.headers.get("location") ?? "", next);
    const isRepeated = isRead || repeating.has(response.status);
    if (target?.origin !== start.origin || !isRepeated || followed === maxRedirects) {
      throw refused(target);
    }
    next = target;
  }
}

function refused(target: URL | null): RedirectRefused {
  const where = target === null ? "elsewhere" : `to ${target.origin}`;
  return new RedirectRefused(`it redirects ${where}. Connect to the server's own address instead`);
}
