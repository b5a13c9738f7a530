import { createServer, type IncomingMessage } from "node:http";
import {
  looseFiles,
  people,
  type Person,
  type SampleFile,
  type SampleMemo,
  sampleMemos,
  sees,
} from "./memos-content.ts";

export interface MemosServer {
  readonly url: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** Status, method and path of each response. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** Maximum page size, regardless of the request. */
const mostPerPage = 10;

/** Form of the API: users by number and files as `resources`, or users by name and `attachments`. */
interface ApiForm {
  readonly files: "resources" | "attachments";
  user(user: Person): string;
  end(uid: string): object;
}

const forms: Readonly<Record<"0.24" | "0.30", ApiForm>> = {
  "0.24": {
    files: "resources",
    user: (user) => `users/${people[user]}`,
    end: (uid) => ({ name: `memos/${uid}`, uid, snippet: "" }),
  },
  "0.30": {
    files: "attachments",
    user: (user) => `users/${user}`,
    end: (uid) => ({ name: `memos/${uid}`, snippet: "" }),
  },
};

/** Serves the sample's memos locally with the API of a version, read-only. */
export async function serveMemos(version: keyof typeof forms): Promise<MemosServer> {
  const log: string[] = [];
  const server = createServer((request, response) => {
    const { status, type = "application/json", body } = answerOf(version, request);
    log.push(`${status} ${request.method} ${request.url}`);
    response.writeHead(status, { "content-type": type });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    tokens: Object.fromEntries(Object.keys(people).map((user) => [user, tokenOf(user)])),
    log,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: object | Buffer;
}

const ok = (body: object | Buffer): Answer => ({ status: 200, body });
const notFound: Answer = { status: 404, body: { code: 5, message: "not found", details: [] } };
const tokenOf = (user: string): string => `memos_pat_${user}`;

function answerOf(version: keyof typeof forms, request: IncomingMessage): Answer {
  const form = forms[version];
  const given = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const user = (Object.keys(people) as Person[]).find((each) => tokenOf(each) === given) ?? null;
  const { pathname, searchParams } = new URL(request.url ?? "", "http://memos");
  const [, kind, uid = ""] = /^\/(?:api\/v1|file)\/(\w+)(?:\/([\w-]+))?/.exec(pathname) ?? [];
  if (pathname.startsWith("/file/")) return fileAnswer(version, kind ?? "", uid, user);
  if (kind === "auth") return whoIs(version, `${request.method} ${pathname}`, user);
  if (kind === form.files) {
    const held = sampleMemos.filter(({ author }) => author === user);
    const all = held.flatMap((memo) => memo.files.map((file) => fileJson(form, file, memo.uid)));
    const loose = user === "alice" ? looseFiles.map((file) => fileJson(form, file, null)) : [];
    return ok({ [form.files]: [...all, ...loose] });
  }
  if (kind !== "memos") return notFound;
  if (pathname === "/api/v1/memos") {
    const state = searchParams.get("state") ?? "NORMAL";
    const listed = sampleMemos.filter(
      (memo) => memo.parent === null && memo.state === state && sees(memo, user),
    );
    return ok(page(form, listed, searchParams));
  }
  if (pathname.endsWith("/comments")) {
    const comments = sampleMemos.filter((memo) => memo.parent === uid && sees(memo, user));
    return ok(page(form, comments, searchParams));
  }
  return { status: 501, body: { code: 12, message: `not served: ${pathname}` } };
}

/** Returns the token's user, at the version's path for it. */
function whoIs(version: keyof typeof forms, asked: string, user: Person | null): Answer {
  const isKnown =
    asked === (version === "0.24" ? "POST /api/v1/auth/status" : "GET /api/v1/auth/me");
  if (!isKnown) return notFound;
  if (user === null) {
    const body = Buffer.from('{"code":16,"message":"authentication required"}\n');
    return { status: 401, type: "text/plain; charset=utf-8", body };
  }
  const me = { name: forms[version].user(user), username: user };
  return ok(version === "0.24" ? me : { user: me });
}

function fileAnswer(
  version: keyof typeof forms,
  kind: string,
  uid: string,
  user: Person | null,
): Answer {
  if (kind !== forms[version].files) return notFound;
  for (const memo of sampleMemos) {
    const file = memo.files.find((each) => each.uid === uid);
    if (file === undefined) continue;
    if (!sees(memo, user)) return { status: 401, body: { message: "unauthorized access" } };
    // The older version returns no bytes for files in a bucket.
    const isEmpty = file.stored === "S3" && version === "0.24";
    return { ...ok(isEmpty ? Buffer.alloc(0) : file.content), type: file.type };
  }
  return notFound;
}

function page(form: ApiForm, memos: readonly SampleMemo[], query: URLSearchParams): object {
  const start = Number(query.get("pageToken") ?? 0);
  const end = start + Math.min(Number(query.get("pageSize") ?? mostPerPage), mostPerPage);
  return {
    memos: memos.slice(start, end).map((memo) => memoJson(form, memo)),
    nextPageToken: end < memos.length ? String(end) : "",
  };
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

function memoJson(form: ApiForm, memo: SampleMemo): object {
  const { uid } = memo;
  const relation = (from: string, to: string, type: string): object => ({
    memo: form.end(from),
    relatedMemo: form.end(to),
    type,
  });
  // The server returns relations in both directions.
  const relations = sampleMemos.flatMap((from) => {
    const ends = [
      ...from.references.map((to) => ({ to, type: "REFERENCE" })),
      ...(from.parent === null ? [] : [{ to: from.parent, type: "COMMENT" }]),
    ];
    return ends
      .filter(({ to }) => from.uid === uid || to === uid)
      .map(({ to, type }) => relation(from.uid, to, type));
  });
  return {
    name: `memos/${uid}`,
    state: memo.state,
    creator: form.user(memo.author),
    createTime: timeOf(memo.createTime),
    updateTime: timeOf(memo.updateTime),
    content: memo.content,
    visibility: memo.visibility,
    tags: memo.tags,
    pinned: memo.pinned,
    [form.files]: memo.files.map((file) => fileJson(form, file, uid)),
    relations,
    reactions: memo.reactions.map(([user, reactionType]) => ({
      creator: form.user(user),
      reactionType,
    })),
    ...(memo.location !== null && { location: memo.location }),
    ...(form.files === "attachments" && memo.parent !== null && { parent: `memos/${memo.parent}` }),
  };
}

function fileJson(form: ApiForm, file: SampleFile, memo: string | null): object {
  return {
    name: `${form.files}/${file.uid}`,
    filename: file.filename,
    externalLink: file.stored === "S3" ? `https://bucket.example/${file.uid}` : "",
    type: file.type,
    size: String(file.content.length),
    ...(memo !== null && { memo: `memos/${memo}` }),
  };
}
