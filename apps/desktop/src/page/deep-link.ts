import { readPairingCode } from "@tidemark/core/names";

/** Scheme of links that open the app. The page's own URLs use it too, but aren't such links. */
export const linkScheme = "tidemark";

/** Maximum length of links other than capture links, in UTF-16 units. */
export const linkMaxLength = 2000;
/** Maximum length of a capture link, in UTF-16 units. */
export const captureLinkMaxLength = 20_000;

/** Action of an external link. It only shows or offers something and never changes data. */
export type LinkAct =
  | { readonly type: "route"; readonly route: string }
  | { readonly type: "capture"; readonly text: string }
  /** `code` is a pairing code from another device; null to sign in by name. */
  | { readonly type: "connect"; readonly url: string; readonly code: string | null };

/**
 * Parses an external link: `tidemark://open?memo=ID`, `search?q=WORDS`, `view?id=ID`, `capture?text=WORDS`,
 * `connect?url=SERVER`, `connect?url=SERVER&code=CODE`. Returns null for any other.
 */
export function readLink(link: string): LinkAct | null {
  if (link.length > captureLinkMaxLength) return null;
  const url = URL.parse(link);
  if (url === null || url.protocol !== `${linkScheme}:`) return null;
  const params = url.searchParams;
  if (url.hostname === "capture") {
    return { type: "capture", text: withoutControls(params.get("text") ?? "") };
  }
  if (link.length > linkMaxLength) return null;
  switch (url.hostname) {
    case "open":
      return routed(withId(params.get("memo"), (id) => `/m/${id}`));
    case "view":
      return routed(withId(params.get("id"), (id) => searchRoute("saved", id)));
    case "search": {
      const words = params.get("q") ?? "";
      return routed(words.trim() === "" ? null : searchRoute("q", words));
    }
    case "connect": {
      const [url = "", ...urls] = params.getAll("url");
      const [typed, ...codes] = params.getAll("code");
      const server = serverOf(url);
      const code = typed === undefined ? null : readPairingCode(typed);
      // An invalid code is rejected, rather than treated as a link to sign in with a password.
      const isMangled = urls.length + codes.length > 0 || (typed !== undefined && code === null);
      return server === null || isMangled ? null : { type: "connect", url: server, code };
    }
    default:
      return null;
  }
}

/** Returns the first link among a program's arguments. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}://`)) ?? null;
}

function routed(route: string | null): LinkAct | null {
  return route === null ? null : { type: "route", route };
}

function withId(id: string | null, route: (id: string) => string): string | null {
  return id !== null && /^[\w-]{1,64}$/u.test(id) ? route(id) : null;
}

/** Returns a server's origin; null if the URL isn't http(s) or contains a name or password. */
function serverOf(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url.origin : null;
}

/** Removes control characters except newlines and tabs. */
function withoutControls(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

/** Builds a search route. A value that parses as JSON is JSON-encoded, so the router reads it as text. */
function searchRoute(name: string, value: string): string {
  return `/?${new URLSearchParams({ [name]: isJson(value) ? JSON.stringify(value) : value })}`;
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
