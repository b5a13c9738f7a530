import { userName } from "@tidemark/core/names";

/** Public memos of a page or a feed. */
export interface PublicPlace {
  /** Author; null for everybody. */
  readonly username: string | null;
  /** Tag, with those below it; null for all memos. */
  readonly tag: string | null;
}

const maxTagLength = 500;

/** Reads a place from a request. Returns null if its tag is invalid. */
export function readPlace(
  params: { readonly username?: string },
  { tag = null }: Readonly<Record<string, unknown>>,
): PublicPlace | null {
  const username = params.username ?? null;
  if (tag === null) return { username, tag };
  if (typeof tag !== "string" || tag === "" || tag.length > maxTagLength) return null;
  return { username, tag };
}

/** Returns the path of a person's public memos. */
export function personPath(username: string): string {
  return `/u/${encodeURIComponent(username.toWellFormed())}`;
}

/** Returns the path of a place's page, or of a file beside it such as `/rss.xml`. */
export function placePath(
  { username, tag }: PublicPlace,
  file = "",
  query: Readonly<Record<string, string>> = {},
): string {
  const path = username === null ? "/explore" : personPath(username);
  return path + file + written({ ...(tag !== null && { tag }), ...query });
}

/** Returns the start of the paths of a place's tags. */
export function tagPaths({ username }: PublicPlace): string {
  return `${placePath({ username, tag: null })}?tag=`;
}

/** Returns where the app shows a place. */
export function placeInApp({ username, tag }: PublicPlace): string {
  const author = username === null ? {} : { author: userName(username) };
  // The app reads `2024` as a number, unless it is in quotes.
  const shownTag = tag !== null && isJson(tag) ? JSON.stringify(tag) : tag;
  return `/explore${written({ ...author, ...(shownTag !== null && { tag: shownTag }) })}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function written(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? "" : `?${text}`;
}
