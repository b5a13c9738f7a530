/** Addresses of share pages without their token, which have a page of their own. */
const sharePages: ReadonlySet<string> = new Set(["/s/", "/memos/shares/"]);

/**
 * Returns an address with single slashes in its path, and none at its end: clients put a base address that
 * ends in a slash before a path that begins with one. Everything after `?` stays as it is.
 */
export function plainPath(url: string): string {
  if (!url.startsWith("/")) return url;
  const query = url.indexOf("?");
  const path = query === -1 ? url : url.slice(0, query);
  const single = path.replaceAll(/\/{2,}/g, "/");
  const plain = sharePages.has(single) ? single : single.replace(/(?<=.)\/$/, "");
  return query === -1 ? plain : plain + url.slice(query);
}
