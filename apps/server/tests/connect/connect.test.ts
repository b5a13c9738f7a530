import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { rpcs } from "../../src/connect/rpc-table.ts";
import { cookieOf, password, type HttpServer, type Reply } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";
import { isPostgres } from "../temp-postgres-database.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

/** Calls a method as clients without generated code do: with a JSON POST and the Connect headers. */
function caller(server: HttpServer, bearer?: string, headers: Record<string, string> = {}) {
  return (procedure: string, message: unknown = {}): Promise<Reply> =>
    server.ask("POST", `/memos.api.v1.${procedure}`, {
      ...(bearer !== undefined && { bearer }),
      headers: { "connect-protocol-version": "1", "connect-timeout-ms": "5000", ...headers },
      body: message,
    });
}

async function start() {
  const users = await startWithUsers();
  return Object.assign(users, {
    call: caller(users.server, users.bearer),
    nobodyCalls: caller(users.server),
  });
}

/** Server with alice's memo `m`, which no test changes. */
const shared = shareServer(async () => {
  const api = await start();
  await api.call("MemoService/CreateMemo", { memo: { content: "m" }, memoId: "m" });
  return api;
});

async function bobsToken(users: TwoUsers, scope: string): Promise<string> {
  const made = await users.bob("POST", "/users/bob/personalAccessTokens", {
    description: "t",
    scope,
  });
  return String(made.body["token"]);
}

describe("a client that speaks Connect", () => {
  test("signs in, gets its user, refreshes with its cookie and signs out", async () => {
    const { server } = shared();
    const signedIn = await caller(server)("AuthService/SignIn", {
      passwordCredentials: { username: "alice", password },
    });
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers.get("content-type")).toBe("application/json");
    const bearer = String(signedIn.body["accessToken"]);
    const call = caller(server, bearer);
    const current = await call("AuthService/GetCurrentUser");
    expect(current.body).toMatchObject({ user: { name: "users/alice", role: "ADMIN" } });
    expect(current.body["user"]).toEqual(signedIn.body["user"]);
    const byCookie = await server.ask("POST", "/memos.api.v1.AuthService/RefreshToken", {
      cookie: cookieOf(signedIn),
      body: {},
    });
    expect(byCookie.body["expiresAt"]).toBe(byCookie.body["accessTokenExpiresAt"]);
    const again = caller(server, String(byCookie.body["accessToken"]));
    expect((await again("AuthService/SignOut")).body).toEqual({});
    expect((await again("AuthService/GetCurrentUser")).status).toBe(401);
  });

  test("creates, reads, lists, changes and removes a memo", async () => {
    await using api = await start();
    const made = await api.call("MemoService/CreateMemo", {
      memo: { content: "tide #coast", visibility: "PROTECTED" },
      memoId: "m",
    });
    expect(made).toMatchObject({
      status: 200,
      body: { name: "memos/m", creator: "users/alice", tags: ["coast"], visibility: "PROTECTED" },
    });
    const read = await api.call("MemoService/GetMemo", { name: "memos/m" });
    expect(read.body).toMatchObject({ name: "memos/m", content: "tide #coast" });
    const updated = await api.call("MemoService/UpdateMemo", {
      memo: { name: "memos/m", content: "ebb", pinned: true },
      updateMask: "content,pinned",
    });
    expect(updated.body).toMatchObject({ content: "ebb", pinned: true, visibility: "PROTECTED" });
    await api.call("MemoService/CreateMemo", { memo: { content: "other" }, memoId: "" });
    const first = await api.call("MemoService/ListMemos", {
      pageSize: 1,
      state: "NORMAL",
      orderBy: "pinned desc",
      pageToken: "",
      showDeleted: false,
    });
    expect(first.body["memos"]).toMatchObject([{ name: "memos/m" }]);
    const { nextPageToken: pageToken } = first.body;
    const rest = await api.call("MemoService/ListMemos", {
      page_size: "1",
      order_by: "pinned desc",
      page_token: pageToken,
    });
    expect(rest.body).toMatchObject({ memos: [{ content: "other" }] });
    expect(rest.body).not.toHaveProperty("nextPageToken");
    expect((await api.call("MemoService/DeleteMemo", { name: "memos/m" })).body).toEqual({});
    expect((await api.call("MemoService/GetMemo", { name: "memos/m" })).status).toBe(404);
  });

  test("comments, reacts, relates, attaches and shares", async () => {
    await using api = await start();
    for (const memoId of ["m", "n"]) {
      await api.call("MemoService/CreateMemo", { memo: { content: memoId }, memoId });
    }
    const name = "memos/m";
    const comment = await api.call("MemoService/CreateMemoComment", {
      name,
      comment: { content: "hm" },
      commentId: "c",
    });
    expect(comment.body).toMatchObject({ name: "memos/c", parent: name });
    const comments = await api.call("MemoService/ListMemoComments", { name });
    expect(comments.body).toMatchObject({ memos: [{ name: "memos/c" }], totalSize: 1 });
    const reaction = await api.call("MemoService/UpsertMemoReaction", {
      name,
      reaction: { contentId: name, reactionType: "👍" },
    });
    const reactions = await api.call("MemoService/ListMemoReactions", { name });
    expect(reactions.body["reactions"]).toEqual([reaction.body]);
    const gone = await api.call("MemoService/DeleteMemoReaction", { name: reaction.body["name"] });
    expect(gone.body).toEqual({});
    await api.call("MemoService/SetMemoRelations", {
      name,
      relations: [{ relatedMemo: { name: "memos/n" }, type: "REFERENCE" }],
    });
    const related = await api.call("MemoService/ListMemoRelations", { name: "memos/n" });
    expect(related.body["relations"]).toMatchObject([{ memo: { name } }]);
    const file = await api.call("AttachmentService/CreateAttachment", {
      attachment: { filename: "f.txt", type: "text/plain", content: "dGlkZQ==" },
      attachmentId: "f",
    });
    expect(file.body).toMatchObject({ name: "attachments/f", size: "4" });
    await api.call("MemoService/SetMemoAttachments", {
      name,
      attachments: [{ name: "attachments/f" }],
    });
    const onMemo = await api.call("MemoService/ListMemoAttachments", { name });
    expect(onMemo.body["attachments"]).toMatchObject([{ name: "attachments/f", memo: name }]);
    await api.call("MemoService/SetMemoAttachments", { name, attachments: [] });
    const own = await api.call("AttachmentService/ListAttachments", { pageSize: 10 });
    expect(own.body["attachments"]).toMatchObject([{ filename: "f.txt" }]);
    const share = await api.call("MemoService/CreateMemoShare", { parent: name, memoShare: {} });
    const [, , , shareId] = String(share.body["name"]).split("/");
    const shared = await api.nobodyCalls("MemoService/GetMemoByShare", { shareId });
    expect(shared.body).toMatchObject({ name, content: "m" });
    const renamed = await api.nobodyCalls("MemoService/GetSharedMemo", { shareToken: shareId });
    expect(renamed.body).toEqual(shared.body);
    await api.call("AttachmentService/DeleteAttachment", { name: "attachments/f" });
    expect((await api.call("AttachmentService/ListAttachments")).body).toEqual({});
  });

  test("asks for users, their figures and settings, and for the instance", async () => {
    await using api = await start();
    await api.call("MemoService/CreateMemo", { memo: { content: "x #a" } });
    const user = await api.call("UserService/GetUser", { name: "users/bob" });
    expect(user.body).toMatchObject({ name: "users/bob", username: "bob" });
    const stats = await api.call("UserService/GetUserStats", { name: "users/alice" });
    expect(stats.body).toMatchObject({ tagCount: { a: 1 }, totalMemoCount: 1 });
    const settings = await api.call("UserService/ListUserSettings", { parent: "users/alice" });
    expect(settings.body["settings"]).toMatchObject([
      { name: "users/alice/settings/GENERAL" },
      { name: "users/alice/settings/WEBHOOKS" },
      { name: "users/alice/settings/TAGS" },
    ]);
    const changed = await api.call("UserService/UpdateUserSetting", {
      setting: { name: "users/alice/settings/GENERAL", generalSetting: { theme: "dark" } },
      updateMask: "theme",
    });
    expect(changed.body).toMatchObject({ generalSetting: { theme: "dark" } });
    const profile = await api.nobodyCalls("InstanceService/GetInstanceProfile");
    const accessMode = "INSTANCE_ACCESS_MODE_PRIVATE";
    expect(profile).toMatchObject({ status: 200, body: { version: "0.30.0", accessMode } });
    expect(profile.body).not.toHaveProperty("demo");
    const figures = await api.call("InstanceService/GetInstanceStats");
    const driver = isPostgres ? "postgres" : "sqlite";
    expect(figures.body).toMatchObject({ users: 3, memos: 1, database: { driver } });
    // proto3 JSON omits 0; no content is stored.
    expect(figures.body).not.toHaveProperty("localStorageBytes");
    const bob = caller(api.server, await bobsToken(api, "read"));
    expect((await bob("InstanceService/GetInstanceStats")).status).toBe(403);
  });

  test("finds settings under the names that memos 0.31 gave them", async () => {
    await using api = await start();
    const name = "instance/settings/ACCESS";
    const accessSetting = { accessMode: "INSTANCE_ACCESS_MODE_PUBLIC" };
    const changed = await api.call("InstanceService/UpdateInstanceSetting", {
      setting: { name, accessSetting },
      updateMask: "accessSetting",
    });
    expect(changed).toMatchObject({ status: 200, body: { name, accessSetting } });
    const read = await api.nobodyCalls("InstanceService/GetInstanceSetting", { name });
    expect(read.body).toEqual(changed.body);
    const storage = "instance/settings/STORAGE";
    await api.call("InstanceService/UpdateInstanceSetting", {
      setting: { name: storage, storageSetting: { uploadSizeLimitMb: "3" } },
      updateMask: "uploadSizeLimitMb",
    });
    const names = [name, storage];
    const both = await api.call("InstanceService/BatchGetInstanceSettings", { names });
    expect(both.body["settings"]).toMatchObject([
      { accessSetting },
      { storageSetting: { uploadSizeLimitMb: "3", uploadSizeLimitBytes: 3 * 1024 * 1024 } },
    ]);
  });

  test.each(["UserService", "MemoViewService"])("keeps views by %s", async (service) => {
    await using api = await start();
    const bob = caller(api.server, await bobsToken(api, "write"));
    const made = await api.call(`${service}/CreateMemoView`, {
      parent: "users/alice",
      memoView: { title: "Pinned", filter: "pinned" },
    });
    expect(made).toMatchObject({ status: 200, body: { title: "Pinned", filter: "pinned" } });
    const { name } = made.body;
    const checked = await api.call(`${service}/CreateMemoView`, {
      parent: "users/alice",
      memoView: { title: "x", filter: "pinned &&" },
      validateOnly: true,
    });
    expect(checked.status).toBe(400);
    const changed = await api.call(`${service}/UpdateMemoView`, {
      memoView: { name, title: "Two", icon: { emoji: "🌊" } },
      updateMask: "title,icon",
    });
    expect(changed.body).toMatchObject({ title: "Two", filter: "pinned", icon: { emoji: "🌊" } });
    expect((await api.call(`${service}/GetMemoView`, { name })).body).toEqual(changed.body);
    const list = await api.call(`${service}/ListMemoViews`, { parent: "users/alice" });
    expect(list.body).toEqual({ memoViews: [changed.body] });
    expect((await bob(`${service}/GetMemoView`, { name })).status).toBe(404);
    expect((await api.call(`${service}/DeleteMemoView`, { name })).body).toEqual({});
    expect((await api.call(`${service}/GetMemoView`, { name })).status).toBe(404);
  });

  test("gets no fields with default values, but every message that is set", async () => {
    const api = shared();
    const { body } = await api.call("MemoService/CreateMemo", {
      memo: { content: "a\n\n# 0\n\n#tag", location: { latitude: 0, longitude: 0 } },
    });
    for (const left of ["pinned", "attachments", "relations", "reactions", "parent"]) {
      expect(body).not.toHaveProperty(left);
    }
    expect(body).toMatchObject({ property: {}, location: {}, tags: ["tag"] });
    expect(JSON.stringify(body)).not.toMatch(/:(?:false|0|""|\[\]|null)[,}]/);
  });

  test("may compress its messages, and gets a list of supported encodings", async () => {
    const api = shared();
    const url = `${api.server.url}/memos.api.v1.MemoService/CreateMemo`;
    const post = (encoding: string, body: string | Uint8Array<ArrayBuffer>) =>
      fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${api.bearer}`,
          "content-type": "application/json; charset=utf-8",
          "content-encoding": encoding,
        },
        body,
      });
    const text = JSON.stringify({ memo: { content: "packed" } });
    const packed = await post("gzip", new Uint8Array(gzipSync(text)));
    expect(await packed.json()).toMatchObject({ content: "packed" });
    const unknown = await post("snappy", text);
    expect(unknown.status).toBe(501);
    const message = expect.stringContaining("gzip") as string;
    expect(await unknown.json()).toMatchObject({ code: "unimplemented", message });
  });
});

/** Writes that fail if a memo `m` exists. */
const refused: readonly (readonly [
  status: number,
  code: string,
  procedure: string,
  message: unknown,
])[] = [
  [400, "invalid_argument", "MemoService/ListMemos", { filter: "nonsense(" }],
  [400, "invalid_argument", "MemoService/ListMemos", { pageSize: [1] }],
  [400, "invalid_argument", "MemoService/UpdateMemo", { memo: { name: "memos/m", content: 1 } }],
  [400, "invalid_argument", "MemoService/GetMemo", []],
  [400, "invalid_argument", "MemoService/GetMemo", '{"name":'],
  [400, "failed_precondition", "AuthService/RefreshToken", {}],
  [404, "not_found", "MemoService/GetMemo", { name: "memos/none" }],
  [404, "not_found", "NoService/GetMemo", {}],
  [404, "not_found", "MemoService/GetMemo/more", {}],
  [409, "already_exists", "MemoService/CreateMemo", { memo: { content: "x" }, memoId: "m" }],
  [501, "unimplemented", "MemoService/RenderMemo", {}],
  [501, "unimplemented", "MemoService/getMemo", {}],
];

describe("an error of Connect", () => {
  test("has the name of its code, the matching status, and typed details", async () => {
    const api = shared();
    const token = await adminToken(api);
    for (const [status, code, procedure, message] of refused) {
      const bearer = procedure === "AuthService/RefreshToken" ? token : api.bearer;
      const reply = await caller(api.server, bearer)(procedure, message);
      expect(reply, procedure).toMatchObject({
        status,
        body: { code, message: expect.any(String) as string },
      });
      expect(reply.headers.get("content-type")).toBe("application/json");
      for (const detail of reply.body["details"] as Record<string, string>[]) {
        expect(Object.keys(detail)).toEqual(["type", "value", "debug"]);
        expect(detail["type"]).toMatch(/^google\.rpc\.(?:BadRequest|ErrorInfo)$/);
        expect(detail["value"]).toMatch(/^[A-Za-z0-9+/]+$/);
      }
    }
  });

  test("reports missing credentials, missing permissions and too many requests", async () => {
    await using users = await startWithUsers({ rateLimitAnonymous: 4 });
    const { server } = users;
    const nobody = caller(server);
    const denied = await caller(server, await bobsToken(users, "read"))("MemoService/CreateMemo", {
      memo: { content: "x" },
    });
    expect(denied).toMatchObject({ status: 403, body: { code: "permission_denied" } });
    const answers: Reply[] = [];
    for (let n = 0; n < 5; n += 1) answers.push(await nobody("MemoService/ListMemos"));
    expect(answers.map(({ body }) => body["code"])).toContain("unauthenticated");
    const last = answers.at(-1);
    expect(last).toMatchObject({ status: 429, body: { code: "resource_exhausted" } });
    expect(last?.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});

async function adminToken(users: TwoUsers): Promise<string> {
  const made = await users.alice("POST", "/access-tokens", { name: "t" });
  return String(made.body["accessToken"]);
}

/** Invalid memo names, and names that would be several segments of a path. */
const notNames: readonly unknown[] = [
  "memos/../users/alice",
  "memos/..",
  "memos/m/comments",
  "memos/m?showDeleted=true",
  "memos/m#x",
  "memos/m%2Fcomments",
  "memos/m:restore",
  "memos/",
  "memos",
  "users/alice",
  "/memos/m",
  "memos//m",
  "memos/m/",
  " memos/m",
  "memos/m\n",
  "",
  7,
  null,
  { a: 1 },
  ["memos/m"],
];

describe("a method of Connect", () => {
  test("takes its route's names alone, and no text in one reaches another route", async () => {
    const api = shared();
    for (const name of notNames) {
      for (const [procedure, message] of [
        ["GetMemo", { name }],
        ["DeleteMemo", { name }],
        ["ListMemoComments", { name }],
        ["CreateMemoComment", { name, comment: { content: "x" } }],
        ["SetMemoAttachments", { name, attachments: [] }],
        ["UpdateMemo", { memo: { name, content: "y" }, updateMask: "content" }],
      ] as const) {
        const reply = await api.call(`MemoService/${procedure}`, message);
        const field = procedure === "UpdateMemo" ? "memo.name" : "name";
        expect(reply, `${procedure} ${JSON.stringify(name)}`).toMatchObject({
          status: 400,
          body: { message: `${field}: must be memos/{memo}` },
        });
      }
    }
    expect((await api.alice("GET", "/memos/m")).body).toMatchObject({ content: "m" });
  });

  test("is rejected if any name or id is missing", async () => {
    const api = shared();
    for (const rpc of rpcs) {
      const field = rpc.name ?? rpc.id;
      if (field === undefined) continue;
      const reply = await api.call(`${rpc.service}/${rpc.method}`, {});
      expect(reply, rpc.method).toMatchObject({ status: 400, body: { code: "invalid_argument" } });
      expect(reply.body["message"], rpc.method).toContain(field);
    }
  });

  test("asks for the credential that its route asks for", async () => {
    const { server } = shared();
    const open = [
      "AuthService/SignIn",
      "IdentityProviderService/ListIdentityProviders",
      "MemoService/GetMemoByShare",
      "MemoService/GetSharedMemo",
      "InstanceService/GetInstanceProfile",
    ];
    for (const { service, method } of rpcs) {
      const procedure = `${service}/${method}`;
      const reply = await caller(server)(procedure, "not even JSON");
      expect(reply.status, procedure).toBe(open.includes(procedure) ? 400 : 401);
      const bad = await caller(server, "memos_pat_nobody")(procedure, "not even JSON");
      expect(bad.status, procedure).toBe(procedure === "AuthService/SignIn" ? 400 : 401);
    }
  });

  test("requires it for every spelling of its path", async () => {
    const { server } = shared();
    const path = "/memos.api.v1.MemoService/ListMemos";
    for (let at = 1; at < path.length; at += 1) {
      const code = path.charCodeAt(at).toString(16).padStart(2, "0");
      const spelt = `${path.slice(0, at)}%${code}${path.slice(at + 1)}`;
      const reply = await server.ask("POST", spelt, { body: {} });
      expect([401, 404, 501], spelt).toContain(reply.status);
      expect(reply.body, spelt).not.toHaveProperty("memos");
    }
  });

  test("is open to everyone if it reads and public access is on", async () => {
    await using api = await start();
    await api.call("MemoService/CreateMemo", {
      memo: { content: "open", visibility: "PUBLIC" },
      memoId: "open",
    });
    const name = "memos/open";
    expect((await api.nobodyCalls("MemoService/GetMemo", { name })).status).toBe(401);
    await api.call("InstanceService/UpdateInstanceSetting", {
      setting: { name: "instance/settings/GENERAL", generalSetting: { publicAccess: true } },
    });
    expect((await api.nobodyCalls("MemoService/GetMemo", { name })).body).toMatchObject({ name });
    expect((await api.nobodyCalls("MemoService/DeleteMemo", { name })).status).toBe(401);
  });

  test("that reads accepts a read-only token, although it is a POST", async () => {
    const api = shared();
    const reads = caller(api.server, await bobsToken(api, "read"));
    expect((await reads("MemoService/ListMemos")).status).toBe(200);
    expect((await reads("AuthService/GetCurrentUser")).status).toBe(200);
    expect((await reads("MemoService/DeleteMemo", { name: "memos/m" })).status).toBe(403);
    expect((await reads("UserService/DeleteUser", { name: "users/bob" })).status).toBe(403);
  });

  test("counts once, and in the bucket of its credential", async () => {
    await using users = await startWithUsers({ rateLimit: 100 });
    const remaining = (reply: Reply): number => Number(reply.headers.get("x-ratelimit-remaining"));
    const before = remaining(await users.alice("GET", "/memos"));
    const called = await caller(users.server, users.bearer)("MemoService/ListMemos");
    expect(remaining(called)).toBe(before - 1);
    const unknown = await caller(users.server, users.bearer)("NoService/X");
    expect(remaining(unknown)).toBe(before - 2);
    expect(remaining(await users.alice("GET", "/memos"))).toBe(before - 3);
  });

  test("is rejected if another site makes a browser call it", async () => {
    const { server } = shared();
    const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password },
    });
    for (const procedure of [
      "MemoService/CreateMemo",
      "MemoService/ListMemos",
      "AuthService/SignIn",
    ]) {
      const reply = await server.ask("POST", `/memos.api.v1.${procedure}`, {
        cookie: cookieOf(signedIn),
        headers: { origin: "https://other.example", "sec-fetch-site": "cross-site" },
        body: {},
      });
      expect(reply, procedure).toMatchObject({ status: 403, body: { code: "permission_denied" } });
    }
  });

  test("accepts only JSON", async () => {
    const api = shared();
    for (const type of [
      "application/proto",
      "application/grpc-web+proto",
      "application/connect+json",
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "",
    ]) {
      const reply = await caller(api.server, api.bearer, { "content-type": type })(
        "MemoService/ListMemos",
      );
      expect(reply, type).toMatchObject({ status: 415, body: { code: "unimplemented" } });
    }
  });

  test("accepts only POST: other methods are 405", async () => {
    const api = shared();
    for (const verb of ["GET", "PUT", "PATCH", "DELETE"]) {
      const reply = await api.server.ask(verb, "/memos.api.v1.MemoService/GetMemo", {
        bearer: api.bearer,
      });
      expect(reply.status).toBe(405);
      expect(reply.headers.get("allow")).toBe("POST");
    }
  });

  test("has the same body limit as its route", async () => {
    const api = shared();
    const large = "x".repeat(9 * 1024 * 1024);
    const memo = await api.call("MemoService/CreateMemo", { memo: { content: large } });
    expect(memo.status).toBe(413);
    const signIn = await api.nobodyCalls("AuthService/SignIn", { username: "x".repeat(70_000) });
    expect(signIn.status).toBe(413);
    const file = await api.call("AttachmentService/CreateAttachment", {
      attachment: { filename: "f.bin", content: Buffer.alloc(9 * 1024 * 1024).toString("base64") },
    });
    expect(file).toMatchObject({ status: 200, body: { size: String(9 * 1024 * 1024) } });
  });

  test("reveals no more about hidden things than its route", async () => {
    const api = shared();
    await api.call("MemoService/CreateMemo", { memo: { content: "x" }, memoId: "hidden" });
    const bob = caller(api.server, await bobsToken(api, "write"));
    const hidden = await bob("MemoService/GetMemo", { name: "memos/hidden" });
    const none = await bob("MemoService/GetMemo", { name: "memos/none" });
    expect(hidden.status).toBe(404);
    expect(hidden.body).toEqual(none.body);
  });
});
