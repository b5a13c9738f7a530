import { readPairingCode } from "@tidemark/core/names";

/** The scheme of links that lead into the app. The page's own addresses begin with it too, and are none. */
export const linkScheme = "tidemark";

/** No link is longer that carries an id, a search or an address. */
export const linkMaxLength = 2000;
/** Of a text for quick capture, in UTF-16 units as they stand in the link. */
export const captureLinkMaxLength = 20_000;

/** What a link from outside asks for. It only ever shows or offers something, and changes nothing. */
export type LinkAct =
  | { readonly type: "route"; readonly route: string }
  | { readonly type: "capture"; readonly text: string }
  /** `code`: what another device was given for this one; null: one signs in by name. */
  | { readonly type: "connect"; readonly url: string; readonly code: string | null };

/**
 * What a link from outside asks for: `tidemark://open?memo=ID`, `search?q=WORDS`, `view?id=ID`,
 * `capture?text=WORDS`, `connect?url=SERVER`, `connect?url=SERVER&code=CODE`. Null for any other.
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
      // What was mangled on the way is not taken for an invitation to type a password.
      const isMangled = urls.length + codes.length > 0 || (typed !== undefined && code === null);
      return server === null || isMangled ? null : { type: "connect", url: server, code };
    }
    default:
      return null;
  }
}

/** The first link among a program's arguments, as a system hands it over. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}://`)) ?? null;
}

function routed(route: string | null): LinkAct | null {
  return route === null ? null : { type: "route", route };
}

function withId(id: string | null, route: (id: string) => string): string | null {
  return id !== null && /^[\w-]{1,64}$/u.test(id) ? route(id) : null;
}

/** The address of a server, without what nobody types: a name and password, a path, a search. */
function serverOf(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol)) return null;
  return url.username === "" && url.password === "" ? url.origin : null;
}

/** Lines and tabs stay; what no keyboard writes does not. */
function withoutControls(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(/[^\P{Cc}\n\t]/gu, "");
}

/** What reads as JSON stands in an address as JSON, so that it is read as the text that it is. */
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
