import type { RouteOptions } from "fastify";

/** Row of the specification's table of routes. */
export interface TableRow {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE" | "HEAD";
  /** Path below `/api/v1`, or below the root if it begins with `~`. */
  readonly path: string;
  readonly form: "current" | "older";
  readonly who: Who;
}

/**
 * Callers of a route: `–` everyone without a credential, `C` signed-in callers, `R` readers of the memo,
 * `O` the owner, `A` administrators, `S` members of the space.
 */
export type Who = "–" | "C" | "R" | "O" | "A" | "O, A" | "O, R" | "S" | "S, A";

/** Returns a key that is equal for a row and its route, without the names of parameters. */
export function routeKey(row: Pick<TableRow, "method" | "path" | "form">): string {
  const path = row.path.replaceAll(/\{(?!digits)\w+\}/g, "{}");
  return `${row.method} ${path}${row.form === "older" ? " (older)" : ""}`;
}

/** Returns the keys of a registered route, one per method. */
export function registeredKeys(route: RouteOptions): string[] {
  const isOlder = route.constraints?.["form"] === "older";
  const path = route.url
    .replaceAll(/:\w+\(\^\\d\+\$\)/g, "{digits}")
    .replaceAll(/\([^)]*\)/g, "")
    .replaceAll("::", "\0")
    .replaceAll(/:\w+|\*/g, "{}")
    .replaceAll("\0", ":")
    .replace(/\/$/, "");
  const shown = path.startsWith("/api/v1") ? path.slice("/api/v1".length) : `~${path}`;
  const isOlderPath =
    /^\/(?:resources|memos\/\{\}\/resources|tags|search|system\/info|webhooks|auth\/status)/.test(
      shown,
    ) || shown.includes("{digits}");
  const form = isOlder || isOlderPath ? " (older)" : "";
  return [route.method].flat().map((method) => `${method} ${shown}${form}`);
}

const current = (who: Who, ...routes: string[]): TableRow[] => rows(who, "current", routes);
const older = (who: Who, ...routes: string[]): TableRow[] => rows(who, "older", routes);

function rows(who: Who, form: TableRow["form"], routes: readonly string[]): TableRow[] {
  return routes.flatMap((route) => {
    const [methods = "", path = ""] = route.split(" ");
    return methods.split(",").map((method) => ({
      method: method as TableRow["method"],
      path,
      form,
      who,
    }));
  });
}

/** Table of routes of the specification, written by hand. */
export const routeTable: readonly TableRow[] = [
  // Auth and set-up.
  ...current("–", "POST /setup", "POST /auth/signup", "POST /auth/signin"),
  ...current("C", "POST /auth/refresh", "POST /auth/signout", "GET /auth/me"),
  ...older("C", "GET,POST /auth/status"),
  ...current("A", "POST,GET /access-tokens", "GET,DELETE /access-tokens/{id}"),
  ...current(
    "O",
    "POST,GET /users/{user}/personalAccessTokens",
    "DELETE /users/{user}/personalAccessTokens/{id}",
    "GET /users/{user}/sessions",
    "DELETE /users/{user}/sessions/{session}",
  ),
  // Memos, current form.
  ...current("C", "GET,POST /memos"),
  ...current("R", "GET /memos/{memo}"),
  ...current("O", "PATCH /memos/{memo}", "POST /memos/{memo}:restore"),
  ...current("O, A", "DELETE /memos/{memo}"),
  ...current("R", "GET,POST /memos/{memo}/comments"),
  ...current("R", "GET /memos/{memo}/attachments", "GET /memos/{memo}/relations"),
  ...current("O", "PATCH /memos/{memo}/attachments", "PATCH /memos/{memo}/relations"),
  ...current("R", "GET,POST /memos/{memo}/reactions"),
  ...current("O, A", "DELETE /memos/{memo}/reactions/{reaction}"),
  ...current("O, A", "GET,POST /memos/{memo}/shares", "DELETE /memos/{memo}/shares/{share}"),
  ...current("–", "GET /shares/{token}/memo"),
  ...current("C", "POST ~/mcp"),
  // Pages.
  ...current("–", "GET ~", "GET ~/m/{memo}", "GET ~/explore", "GET ~/u/{username}"),
  ...current("–", "GET ~/explore/rss.xml", "GET ~/explore/atom.xml", "GET ~/explore/feed.json"),
  ...current("–", "GET ~/u/{username}/rss.xml", "GET ~/u/{username}/atom.xml"),
  ...current("–", "GET ~/u/{username}/feed.json", "GET ~/robots.txt", "GET ~/sitemap.xml"),
  ...current("–", "GET ~/embed/m/{memo}", "GET ~/embed/s/{share}", "GET ~/oembed"),
  ...current("–", "GET,POST ~/sign-in", "GET,POST ~/sign-up", "GET,POST ~/set-up"),
  ...current("–", "GET,POST ~/connect", "GET,POST ~/share"),
  ...current("–", "GET,POST ~/choose-password"),
  ...current("–", "POST ~/sign-out"),
  ...current("–", "GET ~/s/{token}", "GET ~/memos/shares/{token}"),
  ...current("O", "GET /memos/{memo}/revisions", "POST /memos/{memo}/revisions/{revision}:restore"),
  ...current("C", "GET /memos/-/linkMetadata", "POST /memos/-/linkMetadata:batchGet"),
  // Attachments and files.
  ...current("C", "GET,POST /attachments"),
  ...current("O, R", "GET /attachments/{attachment}"),
  ...current("O", "PATCH,DELETE /attachments/{attachment}", "POST /attachments:batchDelete"),
  ...current("C", "POST ~/file/attachments"),
  ...current("O, R", "GET,HEAD ~/file/attachments/{attachment}"),
  ...current("O, R", "GET,HEAD ~/file/attachments/{attachment}/{filename}"),
  ...current("O, R", "GET,HEAD ~/file/resources/{resource}/{filename}"),
  ...current("C", "GET ~/file/users/{user}/avatar"),
  // Users and their things.
  ...current("A", "GET,POST /users"),
  ...current("C", "GET /users/{user}", "POST /users:batchGet"),
  ...current("O, A", "PATCH,DELETE /users/{user}", "POST /users/{user}:export"),
  ...current("C", "GET /users/{user}:getStats", "GET /users:stats"),
  ...current("O", "GET /users/{user}/settings", "GET,PATCH /users/{user}/settings/{setting}"),
  ...current(
    "O",
    "GET,POST /users/{user}/shortcuts",
    "GET,PATCH,DELETE /users/{user}/shortcuts/{shortcut}",
    "GET,POST /users/{user}/views",
    "GET,PATCH,DELETE /users/{user}/views/{view}",
    "GET,POST /users/{user}/webhooks",
    "GET,PATCH,DELETE /users/{user}/webhooks/{webhook}",
    "GET /users/{user}/webhooks/{webhook}:getSigningSecret",
    "GET /users/{user}/webhooks/{webhook}/deliveries",
    "GET /users/{user}/notifications",
    "PATCH,DELETE /users/{user}/notifications/{notification}",
  ),
  ...current(
    "S",
    "GET /spaces",
    "GET /spaces/{space}",
    "GET /spaces/{space}/members",
    "GET /spaces/{space}/members/{user}",
  ),
  ...current("A", "POST /spaces"),
  ...current(
    "S, A",
    "PATCH,DELETE /spaces/{space}",
    "POST /spaces/{space}/members",
    "PATCH,DELETE /spaces/{space}/members/{user}",
    "GET,POST /spaces/{space}/invitations",
    "DELETE /spaces/{space}/invitations/{invitation}",
  ),
  // Invited users; one route also allows the space's administrators.
  ...current(
    "O",
    "GET /users/{user}/spaceInvitations",
    "GET /spaces/{space}/invitations/{invitation}",
    "POST /spaces/{space}/invitations/{invitation}:accept",
    "POST /spaces/{space}/invitations/{invitation}:decline",
  ),
  // Instance and the rest.
  ...current("–", "GET /instance/profile"),
  ...current(
    "A",
    "PATCH /instance/settings/{key}",
    "GET /instance/state",
    "POST /instance/backups",
    "GET /instance/stats",
    "GET /instance/auditLog",
  ),
  // Callers who aren't administrators can read GENERAL and MEMO_RELATED.
  ...current("C", "GET /instance/settings/{key}", "POST /instance/settings:batchGet"),
  ...current("–", "GET /identity-providers"),
  ...current("O", "GET /users/{user}/linkedIdentities"),
  ...current("C", "POST /ai:transcribe", "GET /sse"),
  ...current("–", "GET /openapi.json", "GET ~/docs", "GET ~/healthz", "GET ~/readyz"),
  ...current("A", "GET ~/metrics"),
  // Older form; updating a user and creating a memo use the current form's routes.
  ...older("C", "GET /memos"),
  ...older("R", "GET /memos/{digits}"),
  ...older("O", "PATCH /memos/{digits}"),
  ...older("O, A", "DELETE /memos/{digits}"),
  ...older("C", "POST,GET /resources"),
  ...older("R", "GET /memos/{memo}/resources"),
  ...older("O", "PATCH /memos/{memo}/resources"),
  ...older("O, R", "GET /resources/{resource}"),
  ...older("O", "DELETE /resources/{resource}"),
  ...older("C", "GET /tags", "GET /tags/stats", "GET /search", "GET,POST /webhooks"),
  ...older("O", "GET,PATCH,DELETE /webhooks/{id}", "GET /webhooks/{id}:getSigningSecret"),
  ...older("–", "GET /system/info"),
];
