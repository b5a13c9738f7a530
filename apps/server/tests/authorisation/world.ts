import { password, type HttpServer, startHttpServer, type Reply } from "../http-server.ts";

/**
 * Callers of the requests. `member` is in the space of the `space` memo, `other` is invited to it, and
 * `share` has a share link and no account.
 */
export const callers = [
  "nobody",
  "bad",
  "expired",
  "revoked",
  "share",
  "other",
  "member",
  "owner",
  "admin",
] as const;
export type CallerName = (typeof callers)[number];

/** Kinds of memos; each also exists as a comment on such a memo. */
export const bases = ["private", "protected", "public", "space", "archived", "trashed"] as const;
export type Base = (typeof bases)[number];

/** Memo of the owner with its attachments, shares and so on. */
export interface Thing {
  readonly base: Base;
  readonly isComment: boolean;
  readonly memo: string;
  /** Integer id of the older form. */
  readonly digits: number;
  /** Ids: one to read, and one for each route that deletes. */
  readonly attachments: readonly string[];
  readonly resources: readonly number[];
  readonly revision: string;
  reaction: string;
  share: string;
}

/** Things of the owner's account: for each kind one to read and one to delete. */
export interface OwnThings {
  /** Sessions that a test may end, one for each caller who may. */
  readonly sessions: string[];
  readonly personalAccessToken: string;
  readonly shortcuts: [string, string];
  readonly views: [string, string];
  readonly webhooks: [string, string];
  /** Integer ids of webhooks in the older form. */
  readonly numbered: readonly [number, number];
  readonly notifications: readonly [string, string];
  /** Access token of the administrator. */
  readonly accessToken: string;
}

export interface World extends AsyncDisposable {
  readonly server: HttpServer;
  readonly things: readonly Thing[];
  readonly own: OwnThings;
  /** Bearer tokens of the callers that have one. */
  readonly bearers: Partial<Record<CallerName, string>>;
  /** Returns a function that sends requests below `/api/v1` as the caller. */
  as(caller: CallerName): (method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Creates a session that a test may end. */
  signIn(username: string): Promise<Reply>;
}

export const usernames: Partial<Record<CallerName, string>> = {
  other: "other",
  member: "member",
  owner: "owner",
  admin: "alice",
};

/** Starts a server with every kind of caller and thing. */
export async function startWorld(
  config: Parameters<typeof startHttpServer>[0] = {},
): Promise<World> {
  const server = await startHttpServer({ metrics: { token: null }, ...config });
  const admin = await server.alice();
  const bearers: Partial<Record<CallerName, string>> = { admin, bad: "memos_pat_nobodys" };
  const as: World["as"] = (caller) => (method, path, body) => {
    const bearer = bearers[caller];
    return server.ask(method, `/api/v1${path}`, {
      ...(bearer !== undefined && { bearer }),
      ...(body !== undefined && { body }),
    });
  };
  const signIn = (username: string): Promise<Reply> =>
    server.ask("POST", "/api/v1/auth/signin", { body: { username, password } });
  const alice = must(as("admin"));
  for (const username of ["other", "member", "owner", "victim", "guest", "founder"]) {
    await alice("POST", "/users", { username, password });
  }
  for (const name of ["other", "member", "owner"] as const) {
    bearers[name] = String((await signIn(name)).body["accessToken"]);
  }

  const soon = new Date(server.clock.nowMs + 1000).toISOString();
  const expired = await alice("POST", "/access-tokens", { name: "expired", expiresAt: soon });
  const revoked = await alice("POST", "/access-tokens", { name: "revoked" });
  await alice("DELETE", `/access-tokens/${String(revoked["id"])}`);
  server.clock.nowMs += 1000;
  bearers.expired = String(expired["accessToken"]);
  bearers.revoked = String(revoked["accessToken"]);
  const spare = await alice("POST", "/access-tokens", { name: "spare" });

  for (const spaceId of ["team", "team2"]) {
    await alice("POST", "/spaces", { title: spaceId, spaceId });
    for (const user of ["owner", "member"]) {
      await alice("POST", `/spaces/${spaceId}/members`, { user });
    }
    // The administrator of the instance isn't a member of the space.
    await alice("POST", `/spaces/${spaceId}/members`, { user: "founder", role: "ADMIN" });
    await alice("DELETE", `/spaces/${spaceId}/members/alice`);
  }
  await alice("POST", "/spaces/team/invitations", { invitee: "users/other" });

  const owner = must(as("owner"));
  const things: Thing[] = [];
  for (const base of bases) {
    things.push(await makeThing(owner, base, null));
    things.push(await makeThing(owner, base, base));
  }
  await owner("PATCH", "/memos/archived", { state: "ARCHIVED" });
  await owner("DELETE", "/memos/trashed");

  server.clock.nowMs += 1000;
  const own = await makeOwnThings({ owner, other: must(as("other")), signIn });
  return {
    server,
    things,
    own: { ...own, accessToken: String(spare["id"]) },
    bearers,
    as,
    signIn,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

type Must = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Wraps requests so that they throw unless they succeed. */
function must(ask: ReturnType<World["as"]>): Must {
  return async (method, path, body) => {
    const reply = await ask(method, path, body);
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
}

async function makeThing(owner: Must, base: Base, parent: string | null): Promise<Thing> {
  const memo = parent === null ? base : `on-${parent}`;
  const visibility = {
    private: "PRIVATE",
    protected: "PROTECTED",
    public: "PUBLIC",
    space: "SPACE",
    archived: "PUBLIC",
    trashed: "PUBLIC",
  }[base];
  const files = [];
  for (let i = 0; i < 4; i += 1) {
    const name = `${memo}-${i}`;
    files.push(
      await owner("POST", `/attachments?attachmentId=${name}`, {
        filename: `${name}.txt`,
        type: "text/plain",
        content: Buffer.from(`secret of ${name}`).toString("base64"),
      }),
    );
  }
  const resources = (await owner("GET", "/resources?limit=100"))["data"] as {
    id: number;
    uid: string;
  }[];
  const body = {
    content: `before ${memo} #tag-${memo}`,
    attachments: files.map((file) => ({ name: file["name"] })),
    ...(parent === null && {
      visibility,
      ...(base === "space" && { space: "spaces/team" }),
    }),
  };
  const made = await owner(
    "POST",
    parent === null ? `/memos?memoId=${memo}` : `/memos/${parent}/comments?commentId=${memo}`,
    body,
  );
  await owner("PATCH", `/memos/${memo}`, { content: `secret of ${memo} #tag-${memo}` });
  const { revisions } = (await owner("GET", `/memos/${memo}/revisions`)) as {
    revisions: { name: string }[];
  };
  const reaction = await owner("POST", `/memos/${memo}/reactions`, {
    reaction: { reactionType: "👍" },
  });
  const share = await owner("POST", `/memos/${memo}/shares`, {});
  const digits = made["id"] ?? (await numberOf(owner, memo));
  return {
    base,
    isComment: parent !== null,
    memo,
    digits: Number(digits),
    attachments: files.map((file) => lastPart(file["name"])),
    resources: files.map(
      (file) => resources.find(({ uid }) => `attachments/${uid}` === file["name"])?.id ?? 0,
    ),
    revision: lastPart(revisions[0]?.name),
    reaction: lastPart(reaction["name"]),
    share: lastPart(share["name"]),
  };
}

/** Returns a comment's integer id, which only the older form of its attachments contains. */
async function numberOf(owner: Must, memo: string): Promise<number> {
  const { data } = (await owner("GET", "/resources?limit=100")) as {
    data: { uid: string; linkedMemos: string[] }[];
  };
  const linked = data.find(({ uid }) => uid === `${memo}-0`)?.linkedMemos;
  return Number(lastPart(linked?.[0]));
}

async function makeOwnThings(by: {
  readonly owner: Must;
  readonly other: Must;
  readonly signIn: World["signIn"];
}): Promise<Omit<OwnThings, "accessToken">> {
  const { owner, other, signIn } = by;
  const sessionsNow = async (): Promise<string[]> => {
    const list = await owner("GET", "/users/owner/sessions");
    return (list as { sessions: { name: string }[] }).sessions.map(({ name }) => name);
  };
  const kept = new Set(await sessionsNow());
  await signIn("owner");
  await signIn("owner");
  const made = (await sessionsNow()).filter((name) => !kept.has(name));
  const token = await owner("POST", "/users/owner/personalAccessTokens", { description: "spare" });
  const pair = async (path: string, body: unknown): Promise<[string, string]> => [
    lastPart((await owner("POST", path, body))["name"]),
    lastPart((await owner("POST", path, body))["name"]),
  ];
  for (const content of ["one", "two"]) await other("POST", "/memos/public/comments", { content });
  const { notifications } = (await owner("GET", "/users/owner/notifications")) as {
    notifications: { name: string }[];
  };
  const hook = { url: "https://8.8.8.8/x", displayName: "hook" };
  return {
    sessions: made.map(lastPart),
    personalAccessToken: lastPart(
      (token["personalAccessToken"] as Record<string, unknown>)["name"],
    ),
    shortcuts: await pair("/users/owner/shortcuts", { title: "s", filter: "pinned" }),
    views: await pair("/users/owner/views", { title: "v", filter: "pinned", icon: { emoji: "x" } }),
    webhooks: await pair("/users/owner/webhooks", hook),
    numbered: [
      Number((await owner("POST", "/webhooks", hook))["id"]),
      Number((await owner("POST", "/webhooks", hook))["id"]),
    ],
    notifications: [lastPart(notifications[0]?.name), lastPart(notifications[1]?.name)],
  };
}

export function lastPart(name: unknown): string {
  return String(name).split("/").at(-1) ?? "";
}
