/** The scheme of links that lead into the app. The page's own addresses begin with it too, and are none. */
export const linkScheme = "tidemark";

/** No link is longer: what it carries is an id or a search. */
const maxLength = 2000;

/**
 * Where a link from outside leads in the page: `tidemark://open?memo=ID`, `search?q=WORDS`, `view?id=ID`.
 * Null for any other: a link only ever shows something, and changes nothing.
 */
export function routeOfLink(link: string): string | null {
  if (link.length > maxLength) return null;
  const url = URL.parse(link);
  if (url === null || url.protocol !== `${linkScheme}:`) return null;
  const params = url.searchParams;
  switch (url.hostname) {
    case "open":
      return withId(params.get("memo"), (id) => `/m/${id}`);
    case "view":
      return withId(params.get("id"), (id) => searchRoute("saved", id));
    case "search": {
      const words = params.get("q") ?? "";
      return words.trim() === "" ? null : searchRoute("q", words);
    }
    default:
      return null;
  }
}

/** The first link among a program's arguments, as a system hands it over. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.toLowerCase().startsWith(`${linkScheme}://`)) ?? null;
}

function withId(id: string | null, route: (id: string) => string): string | null {
  return id !== null && /^[\w-]{1,64}$/u.test(id) ? route(id) : null;
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
