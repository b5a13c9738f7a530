import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bodyOf } from "../answers.ts";
import { password, startHttpServer, type HttpServer, type Reply } from "../http-server.ts";
import { startWithUsers, type TwoUsers } from "../two-users.ts";

// One test for each kind of client that is used with this server. Each test sends the client's requests and
// is as strict as the client. docs/api-coverage.md lists the resulting rules.

type Json = Record<string, unknown>;

describe("a mobile app with strict decoders", () => {
  /** Throws unless every date has the only format that the app's decoder knows. */
  function decodeDates(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) decodeDates(item);
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key.endsWith("Time")) expect(inner, key).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      decodeDates(inner);
    }
  }

  /** Throws if a memo lacks a key that the app's decoder requires. */
  function decodeMemo(memo: Json): Json {
    for (const key of [
      "name",
      "uid",
      "creator",
      "createTime",
      "updateTime",
      "displayTime",
      "content",
    ]) {
      expect(memo[key], key).toEqual(expect.any(String));
    }
    for (const key of ["tags", "attachments", "relations", "reactions"]) {
      expect(memo[key], key).toEqual(expect.any(Array));
    }
    return memo;
  }

  /** Server; each test uses its own account, with separate lists. */
  let users: TwoUsers;
  beforeAll(async () => {
    users = await startWithUsers();
  });
  afterAll(() => users[Symbol.asyncDispose]());

  async function app(username: string) {
    const { server } = users;
    const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
      body: { passwordCredentials: { username, password } },
    });
    const bearer = String(signedIn.body["accessToken"]);
    return async (method: string, path: string, body?: unknown): Promise<Json> => {
      const reply = await server.ask(method, `/api/v1/${path}`, {
        bearer,
        ...(body !== undefined && { body }),
      });
      expect(reply.status, `${method} ${path} ${JSON.stringify(reply.body)}`).toBe(200);
      decodeDates(reply.body);
      return reply.body;
    };
  }

  test("writes, dates back, edits the whole object, pins, puts away and polls for changes", async () => {
    const call = await app("alice");
    const made = decodeMemo(
      await call("POST", "memos", {
        memo: {
          content: "From the phone #work",
          visibility: "PRIVATE",
          createTime: "2024-05-06T07:08:09.123456Z",
        },
      }),
    );
    const path = String(made["name"]);
    const since = String(made["updateTime"]);
    users.server.clock.nowMs += 1000;
    // The app changes one field of the object and sends all of it, with all keys in the mask.
    const back = { ...made, content: "Edited on the phone #work" };
    const mask = Object.keys(made).join(",");
    const edited = decodeMemo(await call("PATCH", `${path}?updateMask=${mask}`, back));
    expect(edited).toMatchObject({
      content: "Edited on the phone #work",
      createTime: made["createTime"],
    });
    expect(edited["updateTime"]).not.toBe(since);
    // A generated client omits false.
    await call("PATCH", `${path}?updateMask=pinned`, { pinned: true });
    expect((await call("PATCH", `${path}?updateMask=pinned`, {}))["pinned"]).toBe(false);
    await call("PATCH", `${path}?updateMask=state`, { state: 2 });
    const archived = await call("GET", "memos?state=ARCHIVED&pageSize=50");
    expect((archived["memos"] as Json[]).map(decodeMemo)).toMatchObject([{ name: path }]);
    await call("PATCH", `${path}?updateMask=row_status`, { row_status: "ACTIVE" });
    const filter = encodeURIComponent(`updated_ts >= timestamp("${since}")`);
    const changed = await call("GET", `memos?pageSize=1000&filter=${filter}`);
    expect((changed["memos"] as Json[]).map((memo) => memo["name"])).toEqual([path]);
  });

  test("reuses its own id after the memo was trashed elsewhere", async () => {
    const call = await app("bob");
    await call("POST", "memos?memoId=phone-1", { content: "first" });
    await call("DELETE", "memos/phone-1");
    decodeMemo(await call("POST", "memos?memoId=phone-1", { content: "again" }));
    expect((await call("GET", "memos/phone-1"))["content"]).toBe("again");
  });
});

describe("a browser extension", () => {
  async function extension(server: HttpServer) {
    const bearer = await server.alice();
    const token = await server.ask("POST", "/api/v1/users/1/personalAccessTokens", {
      bearer,
      body: { description: "extension", expiresInDays: "0" },
    });
    return (method: string, path: string, body?: unknown): Promise<Reply> =>
      server.ask(method, path, {
        bearer: String(token.body["token"]),
        headers: { origin: "chrome-extension://abcdefghijklmnop" },
        ...(body !== undefined && { body }),
      });
  }

  test("asks who it is by POST, posts a picture as JSON, and a memo with it", async () => {
    await using server = await startHttpServer();
    const send = await extension(server);
    const me = await send("POST", "/api/v1/auth/status", {});
    // The response is the user without a wrapper, with the names of both forms.
    expect(me).toMatchObject({
      status: 200,
      body: {
        id: 1,
        name: "users/alice",
        username: "alice",
        nickname: "alice",
        displayName: "alice",
      },
    });
    const resource = await send("POST", "/api/v1/resources", {
      filename: "shot.txt",
      type: "text/plain",
      content: Buffer.from("pixels").toString("base64"),
    });
    expect(resource).toMatchObject({ status: 200, body: { name: "resources/1", size: 6 } });
    const memo = await send("POST", "/api/v1/memos", {
      content: "clipped #web",
      visibility: "private",
    });
    expect(memo.status).toBe(200);
    const resources = [{ name: resource.body["name"] }];
    const path = `/api/v1/memos/${String(memo.body["id"])}/resources`;
    expect((await send("PATCH", path, { resources })).status).toBe(200);
    expect((await send("GET", path)).body).toMatchObject({ resources: [{ filename: "shot.txt" }] });
    const file = await send("GET", `/api/v1/${String(memo.body["name"])}`);
    expect(file.body).toMatchObject({ attachments: [{ filename: "shot.txt", size: "6" }] });
    expect((await send("GET", "/api/v1/auth/status")).body).toMatchObject({
      user: { name: "users/1" },
    });
  });
});

describe("an older client", () => {
  async function client(server: HttpServer) {
    await server.services.auth.createFirstAdministrator({ username: "alice", password });
    const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password },
    });
    const cookie = /tidemark_session=([^;]*)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1];
    return async (method: string, path: string, body?: unknown): Promise<Json> => {
      const reply = await server.ask(method, `/api/v1/${path}`, {
        cookie: cookie ?? "",
        ...(body !== undefined && { body }),
      });
      expect(reply.status, `${method} ${path} ${JSON.stringify(reply.body)}`).toBe(200);
      return reply.body;
    };
  }

  test("puts away by rowStatus, dates by displayTime and hangs resources on, by number throughout", async () => {
    await using server = await startHttpServer();
    const call = await client(server);
    const user = await call("POST", "auth/status");
    expect(user).toMatchObject({ id: 1, username: "alice" });
    const memo = await call("POST", "memos", { content: "old habits #a", visibility: "PUBLIC" });
    const path = `memos/${String(memo["id"])}`;
    const { body: form } = await upload(
      server,
      await server.ask("POST", "/api/v1/auth/signin", { body: { username: "alice", password } }),
    );
    const shown = await call("PATCH", path, {
      rowStatus: "ARCHIVED",
      displayTime: "2020-01-02T03:04:05Z",
      resources: [form],
    });
    expect(shown).toMatchObject({
      name: "memos/1",
      rowStatus: "ARCHIVED",
      createTime: "2020-01-02T03:04:05Z",
      displayTime: "2020-01-02T03:04:05Z",
      resources: [{ name: "resources/1" }],
    });
    // The client sends the whole object back with one change.
    const back = await call("PATCH", path, { ...shown, rowStatus: "NORMAL" });
    expect(back).toMatchObject({ rowStatus: "NORMAL", resources: [{ name: "resources/1" }] });
    const masked = await call("PATCH", `${path}?updateMask=content,row_status`, {
      content: "new habits",
      rowStatus: "NORMAL",
    });
    expect(masked).toMatchObject({ content: "new habits", state: "NORMAL" });
    await call("POST", `${path}/comments`, { content: "aha" });
    expect(await call("GET", `${path}/comments`)).toMatchObject({ memos: [{ content: "aha" }] });
    const listed = await call("GET", "memos?page=1&limit=20&visibility=public");
    expect((listed["data"] as Json[]).map(({ id }) => id)).toEqual([1]);
  });

  async function upload(server: HttpServer, signedIn: Reply): Promise<{ body: Json }> {
    const form = new FormData();
    form.set("file", new Blob(["bytes"]), "a.txt");
    const reply = await fetch(`${server.url}/api/v1/resources`, {
      method: "POST",
      headers: { authorization: `Bearer ${String(signedIn.body["accessToken"])}` },
      body: form,
    });
    return { body: await bodyOf(reply) };
  }
});
