/** Paths of share pages without a token, which have a page of their own. */
const sharePages: ReadonlySet<string> = new Set(["/s/", "/memos/shares/"]);

/**
 * Returns an address with single slashes in its path and none at its end, since clients append paths to base
 * addresses that end in a slash. Everything after `?` stays unchanged.
 */
export function plainPath(url: string): string {
  if (!url.startsWith("/")) return url;
  const query = url.indexOf("?");
  const path = query === -1 ? url : url.slice(0, query);
  const single = path.replaceAll(/\/{2,}/g, "/");
  const plain = sharePages.has(single) ? single : single.replace(/(?<=.)\/$/, "");
  return query === -1 ? plain : plain + url.slice(query);
}
