/** Kind of a request that the service worker answers. It only watches `sign-out`, which the server answers. */
export type Route = "app" | "memo" | "part" | "file" | "sign-out";

/** Paths of files of the build, which don't depend on who asks. */
const part = /^\/(?:assets\/|icons\/|manifest\.webmanifest$)/;

/**
 * Returns the kind of a request to this origin; null for those that only the server answers: `/api`, `/sync`,
 * share pages, and its own pages and forms.
 */
export function routeOf({
  method,
  mode,
  url,
}: Pick<Request, "method" | "mode" | "url">): Route | null {
  const { pathname } = new URL(url);
  if (method === "POST" && pathname === "/sign-out") return "sign-out";
  if (method !== "GET") return null;
  if (pathname.startsWith("/file/attachments/")) return "file";
  if (part.test(pathname)) return "part";
  if (mode !== "navigate") return null;
  if (pathname === "/") return "app";
  return /^\/m\/[^/]+$/.test(pathname) ? "memo" : null;
}
