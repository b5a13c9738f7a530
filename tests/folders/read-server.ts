import { createHash } from "node:crypto";
import { apiClient } from "../system/api-client.ts";

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** Memo as the API shows it, without times and numbers, which differ from one sync to the next. */
export interface ServerMemo {
  readonly name: string;
  readonly creator: string;
  readonly content: string;
  readonly state: string;
  readonly isInTrash: boolean;
  readonly visibility: string;
  readonly space: string | null;
  readonly parent: string | null;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly reactions: readonly string[];
  readonly relations: readonly string[];
  /** Number of revisions, for its author; null for other users, and in the trash. */
  readonly revisions: number | null;
  readonly shares: number | null;
}

/** Data that an account can read on a server. */
export interface ServerView {
  readonly memos: readonly ServerMemo[];
  readonly attachments: readonly {
    readonly name: string;
    readonly filename: string;
    readonly memo: string | null;
    readonly sha256: string;
  }[];
  readonly views: readonly string[];
  readonly settings: unknown;
  readonly webhooks: readonly string[];
  readonly tokens: readonly string[];
  readonly spaces: readonly string[];
  /** Audit log entries; empty unless the account is an administrator. */
  readonly audited: readonly string[];
}

/** Reads everything that an account can read through the API, as a client of this version does. */
export async function readServer(url: string, account: Account): Promise<ServerView> {
  const signedIn = await apiClient(url, null).send("POST", "/auth/signin", account);
  if (signedIn.status !== 200) throw new Error(`${account.username} is not let in`);
  const token: string = signedIn.body.accessToken;
  const api = apiClient(url, token);
  const get = async (path: string) => {
    const { status, body } = await api.get(path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const own = `users/${account.username}`;
  const lists = await Promise.all(
    ["NORMAL", "ARCHIVED"].map((state) =>
      get(`/memos?pageSize=200&showDeleted=true&state=${state}`),
    ),
  );
  const found = new Map<string, Json>();
  for (const { memos } of lists) for (const memo of memos) found.set(memo.name, memo);
  for (const { name, deleteTime } of [...found.values()]) {
    // Comments of a memo in the trash can't be read.
    if (deleteTime !== undefined) continue;
    const { memos } = await get(`/${name}/comments?pageSize=200`);
    for (const memo of memos) found.set(memo.name, memo);
  }
  const memos: ServerMemo[] = [];
  for (const memo of [...found.values()].toSorted(byName)) {
    const isInTrash = memo.deleteTime !== undefined;
    const showsAll = memo.creator === own && !isInTrash;
    memos.push({
      name: memo.name,
      creator: memo.creator,
      content: memo.content,
      state: memo.state,
      isInTrash,
      visibility: memo.visibility,
      space: memo.space ?? null,
      parent: memo.parent ?? null,
      pinned: memo.pinned,
      tags: memo.tags,
      reactions: memo.reactions
        .map((each: Json) => `${each.creator} ${each.reactionType}`)
        .toSorted(),
      relations: memo.relations
        .map((each: Json) => `${each.type} ${each.memo.name} ${each.relatedMemo.name}`)
        .toSorted(),
      revisions: showsAll ? (await get(`/${memo.name}/revisions`)).revisions.length : null,
      shares: showsAll ? (await get(`/${memo.name}/shares`)).memoShares.length : null,
    });
  }
  const attachments: ServerView["attachments"][number][] = [];
  for (const each of (await get("/attachments?pageSize=200")).attachments) {
    const path = `/file/${each.name}/${encodeURIComponent(each.filename)}`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status}`);
    attachments.push({
      name: each.name,
      filename: each.filename,
      memo: each.memo ?? null,
      sha256: createHash("sha256")
        .update(await answer.bytes())
        .digest("hex"),
    });
  }
  const isAdmin = (await get(`/${own}`)).role === "ADMIN";
  return {
    memos,
    attachments: attachments.toSorted(byName),
    views: (await get(`/${own}/views`)).memoViews
      .map(({ title, filter }: Json) => `${title}: ${filter}`)
      .toSorted(),
    settings: (await get(`/${own}/settings`)).settings,
    webhooks: (await get(`/${own}/webhooks`)).webhooks.map(
      ({ url: to, displayName }: Json) => `${displayName}: ${to}`,
    ),
    tokens: (await get(`/${own}/personalAccessTokens`)).personalAccessTokens
      .map(({ name }: Json) => name)
      .toSorted(),
    spaces: (await get("/spaces")).spaces.map(({ name, title }: Json) => `${name}: ${title}`),
    audited: isAdmin ? await readAudit(get) : [],
  };
}

// oxlint-disable-next-line typescript/no-explicit-any -- Answers of every shape: what is not there reads as undefined and differs.
type Json = any;

/** Reads the audit log's actions and targets, each once. */
async function readAudit(get: (path: string) => Promise<Json>): Promise<string[]> {
  const { entries } = await get("/instance/auditLog?pageSize=200");
  return [
    ...new Set<string>(entries.map(({ action, target }: Json) => `${action} ${target}`)),
  ].toSorted();
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
