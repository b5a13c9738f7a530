import type { PolicyName } from "./policies.ts";
import { lastPart, type Thing, type World } from "./world.ts";

/** Request that the matrix sends to a route. */
export interface RouteRequest {
  readonly policy: PolicyName;
  /** Path below `/api/v1`, or below the root if it begins with `~`. */
  readonly path: (thing: Thing, world: World) => string;
  readonly body?: (thing: Thing, world: World) => unknown;
  /** Set to send a form with a file instead of JSON. */
  readonly isUpload?: true;
  /** Status for accepted callers; 200 unless the request cannot succeed. */
  readonly ok?: number;
  /** Set to send the request once per memo. */
  readonly isOfMemo?: true;
  /** Undoes a successful request, so that the next caller finds the same state. */
  readonly undo?: (thing: Thing, world: World) => Promise<void>;
}

type Options = Omit<RouteRequest, "policy" | "path">;
type Path = RouteRequest["path"] | string;

const once = (policy: PolicyName, path: Path, options: Options = {}): RouteRequest => ({
  policy,
  path: typeof path === "string" ? () => path : path,
  ...options,
});
const ofMemo = (policy: PolicyName, path: Path, options: Options = {}): RouteRequest => ({
  ...once(policy, path, options),
  isOfMemo: true,
});
const body = (value: unknown): Options => ({ body: () => value });

const takeBack = async ({ memo }: Thing, world: World): Promise<void> => {
  await world.as("owner")("POST", `/memos/${memo}:restore`);
};
const inviteAgain = async (_thing: Thing, world: World): Promise<void> => {
  await world.as("admin")("POST", "/spaces/team/invitations", { invitee: "users/other" });
};
const text = "plain";
let serial = 0;
const fresh = (): string => `made-${(serial += 1)}`;

/** Requests for every route of the running server by key, with the route's class. */
export const routeRequests: Readonly<Record<string, RouteRequest>> = {
  "GET ~/healthz": once("open", "~/healthz"),
  "GET ~/readyz": once("open", "~/readyz"),
  "GET ~/docs": once("open", "~/docs/"),
  "GET ~/metrics": once("administrator", "~/metrics"),

  // Sign-in ignores credentials, so every caller gets the same error.
  "POST /setup": once("open", "/setup", {
    ...body({ code: "0", username: "eve", password: "correct horse" }),
    ok: 403,
  }),
  "POST /auth/signup": once("open", "/auth/signup", {
    ...body({ username: "eve", password: "correct horse" }),
    ok: 403,
  }),
  "POST /auth/signin": once("open", "/auth/signin", { ...body({ username: "eve" }), ok: 400 }),
  // The matrix sends access tokens, which can't refresh a session.
  "POST /auth/refresh": once("caller", "/auth/refresh", { ok: 400 }),
  "POST /auth/signout": once("caller", "/auth/signout"),
  "GET /auth/me": once("caller", "/auth/me"),
  "GET /auth/status (older)": once("caller", "/auth/status"),
  "POST /auth/status (older)": once("caller", "/auth/status"),
  "POST /access-tokens": once("administrator", "/access-tokens", body({ name: "t" })),
  "GET /access-tokens": once("administrator", "/access-tokens"),
  "GET /access-tokens/{}": once(
    "administrator",
    (_, { own }) => `/access-tokens/${own.accessToken}`,
  ),
  "DELETE /access-tokens/{}": once(
    "administrator",
    (_, { own }) => `/access-tokens/${own.accessToken}`,
  ),

  "POST /users/{}/personalAccessTokens": once(
    "own",
    "/users/owner/personalAccessTokens",
    body({ description: "d" }),
  ),
  "GET /users/{}/personalAccessTokens": once("own", "/users/owner/personalAccessTokens"),
  "DELETE /users/{}/personalAccessTokens/{}": once(
    "own",
    (_, { own }) => `/users/owner/personalAccessTokens/${own.personalAccessToken}`,
  ),
  "GET /users/{}/sessions": once("sessions", "/users/owner/sessions"),
  "DELETE /users/{}/sessions/{}": once(
    "sessions",
    (_, { own }) => `/users/owner/sessions/${own.sessions[0] ?? ""}`,
    { undo: async (_thing, { own }) => void own.sessions.shift() },
  ),
  "POST /users/{}:createPasswordLink": once("administrator", "/users/guest:createPasswordLink"),
  "POST /users/{}:signOut": once("administrator", "/users/guest:signOut"),

  "GET /memos": once("caller", "/memos"),
  "GET /memos (older)": once("caller", "/memos?page=1"),
  "POST /memos": once("caller", "/memos", body({ content: text, visibility: "PRIVATE" })),
  "GET /memos/{}": ofMemo("reader", ({ memo }) => `/memos/${memo}`),
  "GET /memos/{digits} (older)": ofMemo("reader", ({ digits }) => `/memos/${digits}`),
  "PATCH /memos/{}": ofMemo("creator", ({ memo }) => `/memos/${memo}`, body({ pinned: false })),
  "PATCH /memos/{digits} (older)": ofMemo(
    "creator",
    ({ digits }) => `/memos/${digits}`,
    body({ pinned: false }),
  ),
  "DELETE /memos/{}": ofMemo("moderator", ({ memo }) => `/memos/${memo}`, { undo: takeBack }),
  "DELETE /memos/{digits} (older)": ofMemo("moderator", ({ digits }) => `/memos/${digits}`, {
    undo: takeBack,
  }),
  "POST /memos/{}:restore": ofMemo("restorer", ({ memo }) => `/memos/${memo}:restore`, {
    async undo(thing, world) {
      if (thing.memo === "trashed") await world.as("owner")("DELETE", "/memos/trashed");
    },
  }),
  "GET /memos/{}/comments": ofMemo("reader", ({ memo }) => `/memos/${memo}/comments`),
  "POST /memos/{}/comments": ofMemo(
    "reader",
    ({ memo }) => `/memos/${memo}/comments`,
    body({ content: text }),
  ),
  "GET /memos/{}/attachments": ofMemo("reader", ({ memo }) => `/memos/${memo}/attachments`),
  "PATCH /memos/{}/attachments": ofMemo("creator", ({ memo }) => `/memos/${memo}/attachments`, {
    body: ({ attachments }) => ({
      attachments: attachments.map((id) => ({ name: `attachments/${id}` })),
    }),
  }),
  "GET /memos/{}/resources (older)": ofMemo("reader", ({ memo }) => `/memos/${memo}/resources`),
  "PATCH /memos/{}/resources (older)": ofMemo("creator", ({ memo }) => `/memos/${memo}/resources`, {
    body: ({ attachments }) => ({
      resources: attachments.map((id) => ({ name: `attachments/${id}` })),
    }),
  }),
  "GET /memos/{}/relations": ofMemo("reader", ({ memo }) => `/memos/${memo}/relations`),
  "PATCH /memos/{}/relations": ofMemo(
    "creator",
    ({ memo }) => `/memos/${memo}/relations`,
    body({ relations: [] }),
  ),
  "GET /memos/{}/reactions": ofMemo("reader", ({ memo }) => `/memos/${memo}/reactions`),
  "POST /memos/{}/reactions": ofMemo(
    "reader",
    ({ memo }) => `/memos/${memo}/reactions`,
    body({ reaction: { reactionType: "🌊" } }),
  ),
  "DELETE /memos/{}/reactions/{}": ofMemo(
    "moderator",
    ({ memo, reaction }) => `/memos/${memo}/reactions/${reaction}`,
    {
      async undo(thing, world) {
        const made = await world.as("owner")("POST", `/memos/${thing.memo}/reactions`, {
          reaction: { reactionType: "👍" },
        });
        thing.reaction = lastPart(made.body["name"]);
      },
    },
  ),
  "GET /memos/{}/revisions": ofMemo("creator", ({ memo }) => `/memos/${memo}/revisions`),
  "POST /memos/{}/revisions/{}:restore": ofMemo(
    "creator",
    ({ memo, revision }) => `/memos/${memo}/revisions/${revision}:restore`,
  ),
  "POST /memos/{}/shares": ofMemo("sharer", ({ memo }) => `/memos/${memo}/shares`, body({})),
  "GET /memos/{}/shares": ofMemo("sharer", ({ memo }) => `/memos/${memo}/shares`),
  "DELETE /memos/{}/shares/{}": ofMemo(
    "sharer",
    ({ memo, share }) => `/memos/${memo}/shares/${share}`,
    {
      async undo(thing, world) {
        const made = await world.as("owner")("POST", `/memos/${thing.memo}/shares`, {});
        thing.share = lastPart(made.body["name"]);
      },
    },
  ),
  "GET /shares/{}/memo": ofMemo("link", ({ share }) => `/shares/${share}/memo`),
  "GET ~/s/{}": ofMemo("page", ({ share }) => `~/s/${share}`),
  "GET ~/memos/shares/{}": ofMemo("page", ({ share }) => `~/memos/shares/${share}`),
  "GET ~/fonts/{}/{}": once("open", "~/fonts/none/none", { ok: 404 }),

  // Pages read only the app's cookie. These requests are of visitors, and the server has no build.
  "GET ~": once("open", "~/", { ok: 303 }),
  "GET ~/m/{}": ofMemo("open", ({ memo }) => `~/m/${memo}`, { ok: 401 }),
  "GET ~/explore": once("open", "~/explore", { ok: 303 }),
  "GET ~/u/{}": once("open", "~/u/alice", { ok: 303 }),
  ...Object.fromEntries(
    ["rss.xml", "atom.xml", "feed.json"].flatMap((file) => [
      [`GET ~/explore/${file}`, once("open", `~/explore/${file}`, { ok: 404 })],
      [`GET ~/u/{}/${file}`, once("open", `~/u/alice/${file}`, { ok: 404 })],
    ]),
  ),
  "GET ~/embed/m/{}": ofMemo("open", ({ memo }) => `~/embed/m/${memo}`, { ok: 404 }),
  "GET ~/embed/s/{}": once("open", ({ share }) => `~/embed/s/${share}`, { ok: 404 }),
  "GET ~/oembed": once("open", "~/oembed", { ok: 404 }),
  "POST ~/mcp": once("caller", "~/mcp", { ...body({}), ok: 400 }),
  "GET ~/robots.txt": once("open", "~/robots.txt"),
  "GET ~/sitemap.xml": once("open", "~/sitemap.xml", { ok: 404 }),
  "GET ~/sign-in": once("open", "~/sign-in"),
  "GET ~/sign-up": once("open", "~/sign-up", { ok: 303 }),
  "GET ~/set-up": once("open", "~/set-up", { ok: 303 }),
  "GET ~/connect": once("open", "~/connect"),
  "GET ~/choose-password": once("open", "~/choose-password"),
  "POST ~/choose-password": once("open", "~/choose-password", { ...body({}), ok: 415 }),
  "GET ~/share": once("open", "~/share", { ok: 303 }),
  "POST ~/share": once("open", "~/share", { ...body({}), ok: 409 }),
  "POST ~/connect": once("open", "~/connect", { ...body({}), ok: 415 }),
  "POST ~/sign-in": once("open", "~/sign-in", { ...body({}), ok: 415 }),
  "POST ~/sign-up": once("open", "~/sign-up", { ...body({}), ok: 415 }),
  "POST ~/set-up": once("open", "~/set-up", { ...body({}), ok: 415 }),
  "POST ~/sign-out": once("open", "~/sign-out", { ...body({}), ok: 415 }),
  "GET ~/assets/{}": once("open", "~/assets/none.js", { ok: 404 }),
  "GET ~/icons/{}": once("open", "~/icons/none.png", { ok: 404 }),
  "GET ~/manifest.webmanifest": once("open", "~/manifest.webmanifest", { ok: 404 }),
  "GET ~/service-worker.js": once("open", "~/service-worker.js", { ok: 404 }),
  "GET ~/THIRD-PARTY-NOTICES.txt": once("open", "~/THIRD-PARTY-NOTICES.txt", { ok: 404 }),
  "GET ~/frames/remote-image": once("open", "~/frames/remote-image"),
  "GET ~/frames/diagram": once("open", "~/frames/diagram"),
  // A private address: rejected before connecting.
  "GET /memos/-/linkMetadata": once("caller", "/memos/-/linkMetadata?url=http://127.0.0.1/", {
    ok: 400,
  }),
  "POST /memos/-/linkMetadata:batchGet": once(
    "caller",
    "/memos/-/linkMetadata:batchGet",
    body({ urls: ["http://127.0.0.1/"] }),
  ),

  "GET /attachments": once("caller", "/attachments"),
  "POST /attachments": once("caller", "/attachments", body({ filename: "a.txt", content: "YQ" })),
  "GET /attachments/{}": ofMemo("file", ({ attachments }) => `/attachments/${attachments[0]}`),
  "PATCH /attachments/{}": ofMemo(
    "fileOwner",
    ({ attachments }) => `/attachments/${attachments[0]}`,
    body({ filename: "renamed.txt" }),
  ),
  "DELETE /attachments/{}": ofMemo(
    "fileOwner",
    ({ attachments }) => `/attachments/${attachments[1]}`,
  ),
  "POST /attachments:batchDelete": ofMemo("fileOwner", "/attachments:batchDelete", {
    body: ({ attachments }) => ({ names: [`attachments/${attachments[2]}`] }),
  }),
  "POST ~/file/attachments": once("caller", "~/file/attachments", { isUpload: true }),
  "GET ~/file/attachments/{}": ofMemo(
    "bytes",
    ({ attachments }) => `~/file/attachments/${attachments[0]}`,
  ),
  "HEAD ~/file/attachments/{}": ofMemo(
    "bytes",
    ({ attachments }) => `~/file/attachments/${attachments[0]}`,
  ),
  "GET ~/file/attachments/{}/{}": ofMemo(
    "bytes",
    ({ attachments }) => `~/file/attachments/${attachments[0]}/x.txt`,
  ),
  "HEAD ~/file/attachments/{}/{}": ofMemo(
    "bytes",
    ({ attachments }) => `~/file/attachments/${attachments[0]}/x.txt`,
  ),
  "GET ~/file/resources/{}/{}": ofMemo(
    "bytes",
    ({ resources }) => `~/file/resources/${resources[0]}/x.txt`,
  ),
  "HEAD ~/file/resources/{}/{}": ofMemo(
    "bytes",
    ({ resources }) => `~/file/resources/${resources[0]}/x.txt`,
  ),
  "GET ~/file/users/{}/avatar": once("caller", "~/file/users/owner/avatar", { ok: 404 }),
  "POST /resources (older)": once("caller", "/resources", { isUpload: true }),
  "GET /resources (older)": once("caller", "/resources"),
  "GET /resources/{} (older)": ofMemo("file", ({ resources }) => `/resources/${resources[0]}`),
  "DELETE /resources/{} (older)": ofMemo(
    "fileOwner",
    ({ resources }) => `/resources/${resources[3]}`,
  ),

  "GET /users": once("administrator", "/users"),
  "POST /users": once("administrator", "/users", {
    body: () => ({ username: fresh(), password: "correct horse" }),
  }),
  "POST /users:batchGet": once("caller", "/users:batchGet", body({ usernames: ["owner"] })),
  "GET /users/{}": once("caller", "/users/owner"),
  "PATCH /users/{}": once("account", "/users/owner", body({ description: "d" })),
  "DELETE /users/{}": once("administrator", "/users/victim"),
  "POST /users/{}:export": once("account", "/users/owner:export"),
  "GET /users/{}:getStats": once("caller", "/users/owner:getStats"),
  "GET /users:stats": once("caller", "/users:stats"),
  "GET /users/{}/linkedIdentities": once("own", "/users/owner/linkedIdentities"),
  "GET /users/{}/settings": once("own", "/users/owner/settings"),
  "GET /users/{}/settings/{}": once("own", "/users/owner/settings/GENERAL"),
  "PATCH /users/{}/settings/{}": once(
    "own",
    "/users/owner/settings/GENERAL",
    body({ generalSetting: { locale: "de" } }),
  ),
  ...ownItems("shortcuts", { title: "s", filter: "pinned" }, { title: "t" }),
  ...ownItems("views", { title: "v", filter: "" }, { title: "w" }),
  ...ownItems("webhooks", { url: "https://8.8.8.8/y", displayName: "" }, { displayName: "n" }),
  "GET /users/{}/webhooks/{}:getSigningSecret": once(
    "own",
    (_, { own }) => `/users/owner/webhooks/${own.webhooks[0]}:getSigningSecret`,
  ),
  "GET /users/{}/webhooks/{}/deliveries": once(
    "own",
    (_, { own }) => `/users/owner/webhooks/${own.webhooks[0]}/deliveries`,
  ),
  "GET /users/{}/notifications": once("own", "/users/owner/notifications"),
  "PATCH /users/{}/notifications/{}": once(
    "own",
    (_, { own }) => `/users/owner/notifications/${own.notifications[0]}`,
    body({ status: "ARCHIVED" }),
  ),
  "DELETE /users/{}/notifications/{}": once(
    "own",
    (_, { own }) => `/users/owner/notifications/${own.notifications[1]}`,
  ),

  "GET /spaces": once("caller", "/spaces"),
  "POST /spaces": once("administrator", "/spaces", body({ title: "new" })),
  "GET /spaces/{}": once("spaceReader", "/spaces/team"),
  "GET /spaces/{}/members": once("spaceReader", "/spaces/team/members"),
  "PATCH /spaces/{}": once("spaceManager", "/spaces/team", body({ title: "team" })),
  "POST /spaces/{}/members": once(
    "spaceManager",
    "/spaces/team/members",
    body({ user: "member", role: "USER" }),
  ),
  "DELETE /spaces/{}/members/{}": once("spaceManager", "/spaces/team/members/alice", {
    ok: 404,
  }),
  "GET /spaces/{}/members/{}": once("spaceReader", "/spaces/team/members/member"),
  "PATCH /spaces/{}/members/{}": once(
    "spaceManager",
    "/spaces/team/members/member",
    body({ role: "USER" }),
  ),
  "GET /spaces/{}/invitations": once("spaceManager", "/spaces/team/invitations"),
  "POST /spaces/{}/invitations": once("spaceManager", "/spaces/team/invitations", {
    ...body({ invitee: "users/guest" }),
    async undo(_thing, world) {
      await world.as("admin")("DELETE", "/spaces/team/invitations/guest");
    },
  }),
  "GET /spaces/{}/invitations/{}": once("invitation", "/spaces/team/invitations/other"),
  // The invited user sees the invitation, but declines it instead.
  "DELETE /spaces/{}/invitations/{}": once("administrator", "/spaces/team/invitations/other", {
    undo: inviteAgain,
  }),
  "POST /spaces/{}/invitations/{}:accept": once(
    "invited",
    "/spaces/team/invitations/other:accept",
    {
      async undo(thing, world) {
        await world.as("admin")("DELETE", "/spaces/team/members/other");
        await inviteAgain(thing, world);
      },
    },
  ),
  "POST /spaces/{}/invitations/{}:decline": once(
    "invited",
    "/spaces/team/invitations/other:decline",
    { undo: inviteAgain },
  ),
  "GET /users/{}/spaceInvitations": once("own", "/users/owner/spaceInvitations"),
  "DELETE /spaces/{}": once("spaceManager", "/spaces/team2"),

  "GET /instance/profile": once("anyone", "/instance/profile"),
  "GET /instance/settings/{}": once("administrator", "/instance/settings/MEMO"),
  "POST /instance/settings:batchGet": once(
    "administrator",
    "/instance/settings:batchGet",
    body({ names: ["instance/settings/GENERAL", "instance/settings/STORAGE"] }),
  ),
  "GET /identity-providers": once("anyone", "/identity-providers"),
  "PATCH /instance/settings/{}": once(
    "administrator",
    "/instance/settings/GENERAL",
    body({ generalSetting: { title: "T" } }),
  ),
  "GET /instance/state": once("administrator", "/instance/state"),
  "POST /instance/backups": once("administrator", "/instance/backups", { ok: 400 }),
  "GET /instance/stats": once("administrator", "/instance/stats"),
  "GET /instance/auditLog": once("administrator", "/instance/auditLog"),
  "POST /ai:transcribe": once("caller", "/ai:transcribe", {
    ...body({ audio: { content: "YQ==" } }),
    ok: 400,
  }),
  "GET /sse": once("caller", "/sse"),
  "GET /openapi.json": once("anyone", "/openapi.json"),
  "GET /tags (older)": once("caller", "/tags"),
  "GET /tags/stats (older)": once("caller", "/tags/stats"),
  "GET /search (older)": once("caller", "/search?q=secret"),
  "GET /webhooks (older)": once("caller", "/webhooks"),
  "POST /webhooks (older)": once(
    "caller",
    "/webhooks",
    body({ name: "n", url: "https://8.8.8.8" }),
  ),
  "GET /webhooks/{} (older)": once("own", (_, { own }) => `/webhooks/${own.numbered[0]}`),
  "PATCH /webhooks/{} (older)": once(
    "own",
    (_, { own }) => `/webhooks/${own.numbered[0]}`,
    body({ name: "m" }),
  ),
  "GET /webhooks/{}:getSigningSecret (older)": once(
    "own",
    (_, { own }) => `/webhooks/${own.numbered[0]}:getSigningSecret`,
  ),
  "DELETE /webhooks/{} (older)": once("own", (_, { own }) => `/webhooks/${own.numbered[1]}`),
  "GET /system/info (older)": once("anyone", "/system/info"),
};

function ownItems(
  kind: "shortcuts" | "views" | "webhooks",
  made: object,
  patch: object,
): Record<string, RouteRequest> {
  const all = `/users/owner/${kind}`;
  return {
    [`GET /users/{}/${kind}`]: once("own", all),
    [`POST /users/{}/${kind}`]: once("own", all, body(made)),
    [`GET /users/{}/${kind}/{}`]: once("own", (_, { own }) => `${all}/${own[kind][0]}`),
    [`PATCH /users/{}/${kind}/{}`]: once(
      "own",
      (_, { own }) => `${all}/${own[kind][0]}`,
      body(patch),
    ),
    [`DELETE /users/{}/${kind}/{}`]: once("own", (_, { own }) => `${all}/${own[kind][1]}`, {
      // Two Connect services delete a view.
      async undo(_thing, { own, as }) {
        own[kind][1] = lastPart((await as("owner")("POST", all, made)).body["name"]);
      },
    }),
  };
}
