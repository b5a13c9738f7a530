import { isOlderPageToken } from "./older-page-token.ts";

/** The two published forms of the API, which differ in ids, lists and error bodies. */
export type RequestForm = "current" | "older";

const olderPath =
  /^\/api\/v1\/(?:resources|memos\/[^/]+\/resources|tags|search|system\/info|webhooks|auth\/status|access-tokens)(?:\/|$)/;
const olderMemoPath = /^\/api\/v1\/memos\/[0-9]+$/;
const olderListKeys = ["page", "limit", "tag", "visibility", "order"];
const olderOrders = ["created_ts", "updated_ts"];
const currentListKeys = [
  "pageSize",
  "page_size",
  "pageToken",
  "page_token",
  "filter",
  "state",
  "showDeleted",
  "show_deleted",
];

/**
 * Returns the form of a request (docs/api-decisions.md §1), from its path and query alone. `url` is the
 * request target. A PATCH with a mask is in the current form whatever the id looks like.
 */
export function requestForm(method: string, url: string): RequestForm {
  const [target = "", search = ""] = url.split("?", 2);
  const path = routedPath(target);
  if (path === "/api/v1/memos" && (method === "GET" || method === "HEAD")) {
    return search !== "" && isOlderList(new URLSearchParams(search)) ? "older" : "current";
  }
  if (olderPath.test(path)) return "older";
  if (!olderMemoPath.test(path)) return "current";
  const query = new URLSearchParams(search);
  const hasMask = query.has("updateMask") || query.has("update_mask");
  return method === "PATCH" && hasMask ? "current" : "older";
}

/** Returns the path as the router reads it: decoded, and without the origin of an absolute target. */
function routedPath(target: string): string {
  const path = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path);
  } catch {
    // The router refuses it.
    return path;
  }
}

/**
 * True for the older form. Keys of the current form have priority; a page token continues in its own form.
 */
function isOlderList(query: URLSearchParams): boolean {
  if (isOlderPageToken(query.get("pageToken") ?? query.get("page_token") ?? "")) return true;
  if (currentListKeys.some((key) => query.has(key))) return false;
  return (
    olderListKeys.some((key) => query.has(key)) ||
    ["orderBy", "order_by"].some((key) => olderOrders.includes(query.get(key) ?? ""))
  );
}
