import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, password, startHttpServer, type HttpServer } from "../http-server.ts";

type Json = Record<string, unknown>;

/** Connects like a client for memos 0.30 and 0.31: signs in, and sends requests with the token. */
async function connect(server: HttpServer) {
  await server.services.auth.createFirstAdministrator({ username: "alice", password });
  const signedIn = await server.ask("POST", "/api/v1/auth/signin", {
    body: { passwordCredentials: { username: "alice", password } },
  });
  const bearer = String(signedIn.body["accessToken"]);
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const reply = await server.ask(method, `/api/v1/${path}`, {
      bearer,
      ...(body !== undefined && { body }),
    });
    // These clients treat a body with a top-level `code` as an error, regardless of the status.
    if (reply.status !== 200 || "code" in reply.body) {
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    return reply.body;
  };
  return { bearer, signedIn: signedIn.body, call };
}

/** Returns all memos of a list, requesting pages until the token is empty, as these clients do. */
async function listAll(
  call: (method: string, path: string) => Promise<Json>,
  query: Record<string, string>,
): Promise<string[]> {
  const contents: string[] = [];
  let pageToken = "";
  do {
    const page = await call("GET", `memos?${String(new URLSearchParams({ ...query, pageToken }))}`);
    contents.push(...(page["memos"] as { content: string }[]).map(({ content }) => content));
    pageToken = page["nextPageToken"] as string;
    expect(typeof pageToken).toBe("string");
  } while (pageToken !== "");
  return contents;
}

describe("a client of memos 0.30 and 0.31", () => {
  /** Server for the tests that neither list nor count memos. */
  let server: HttpServer;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    server = await startHttpServer();
    client = await connect(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("signs in with password credentials and gets its user", async () => {
    const { signedIn, call } = client;
    expect(signedIn).toMatchObject({
      user: { name: "users/alice", username: "alice", role: "ADMIN" },
      accessToken: expect.any(String) as string,
      accessTokenExpiresAt: expect.stringMatching(/Z$/) as string,
    });
    expect(await call("GET", "auth/me")).toEqual({ user: signedIn["user"] });
  });

  test("refreshes with its cookie, without a body", async () => {
    // Uses a separate session, because the refresh revokes the token.
    const reply = await server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password },
    });
    const cookie = cookieOf(reply);
    expect(await server.ask("POST", "/api/v1/auth/refresh", { cookie })).toMatchObject({
      status: 200,
      body: { accessToken: expect.any(String) as string },
    });
  });

  test("creates a memo with all fields of its form, including empty ones", async () => {
    const { call } = client;
    const memo = await call("POST", "memos", {
      content: "Hello #world",
      visibility: "PRIVATE",
      attachments: [],
      relations: [],
      location: null,
      resources: [],
    });
    expect(memo).toMatchObject({
      state: "NORMAL",
      tags: ["world"],
      attachments: [],
      relations: [],
      reactions: [],
      pinned: false,
      property: { hasLink: false, hasTaskList: false },
    });
    expect(memo["name"]).toMatch(/^memos\/[A-Za-z0-9-]+$/);
  });

  test("changes a memo without a mask, and by sending the whole memo back", async () => {
    const { call } = client;
    const memo = await call("POST", "memos", { content: "old" });
    const path = String(memo["name"]);
    expect(await call("PATCH", path, { pinned: true })).toMatchObject({
      pinned: true,
      content: "old",
    });
    const whole = await call("GET", path);
    expect(await call("PATCH", path, { ...whole, content: "new" })).toMatchObject({
      content: "new",
      pinned: true,
    });
    expect(await call("PATCH", `${path}?updateMask=state`, { state: "ARCHIVED" })).toMatchObject({
      state: "ARCHIVED",
    });
    expect(
      await call("PATCH", `${path}?update_mask=state,visibility`, {
        state: "NORMAL",
        visibility: "PUBLIC",
        name: path,
      }),
    ).toMatchObject({ state: "NORMAL", visibility: "PUBLIC" });
  });

  test("asks for pages of a thousand and more, and for what each page is followed by", async () => {
    await using own = await startHttpServer();
    const { call } = await connect(own);
    for (const content of ["a", "b", "c", "d", "e"]) {
      own.clock.nowMs += 1000;
      await call("POST", "memos", { content });
    }
    expect(await listAll(call, { pageSize: "1000" })).toEqual(["e", "d", "c", "b", "a"]);
    expect(await listAll(call, { pageSize: "2" })).toEqual(["e", "d", "c", "b", "a"]);
    expect(await listAll(call, { pageSize: "1000000", state: "NORMAL" })).toHaveLength(5);
    expect(await listAll(call, { pageSize: "2", orderBy: "pinned desc, create_time asc" })).toEqual(
      ["a", "b", "c", "d", "e"],
    );
    expect(await listAll(call, { state: "ARCHIVED", pageSize: "1000" })).toEqual([]);
  });

  test("uses single and double quotes in filters", async () => {
    await using own = await startHttpServer();
    const { call } = await connect(own);
    await call("POST", "memos", { content: "It's #work", visibility: "PUBLIC" });
    await call("POST", "memos", { content: "- [ ] #home/garden" });
    const found = (filter: string) => listAll(call, { filter, pageSize: "1000" });
    for (const filter of [
      `creator == "users/alice" && tag in ["work"]`,
      `creator == 'users/alice' && tag in ['work']`,
      `creator == 'users/1' && visibility in ['PUBLIC', 'PROTECTED']`,
      `content.contains("It's")`,
      `content.contains('it\\'s')`,
      `visibility == "PUBLIC"`,
      `!has_task_list`,
      `created_ts >= timestamp("2020-01-01T00:00:00Z") && "work" in tags`,
    ]) {
      expect(await found(filter), filter).toEqual(["It's #work"]);
    }
    expect(await found(`tag in ["home"]`)).toEqual(["- [ ] #home/garden"]);
    expect(await found("")).toHaveLength(2);
  });

  test("gets the tags of a text, and finds a tag with its subtags", async () => {
    await using own = await startHttpServer();
    const { call } = await connect(own);
    const novel = await call("POST", "memos", { content: "a novel #book/fiction" });
    expect(novel["tags"]).toEqual(["book/fiction"]);
    await call("POST", "memos", { content: "a thing #book" });
    await call("POST", "memos", { content: "a board #bookshelf" });
    const found = (filter: string) => listAll(call, { filter, orderBy: "create_time asc" });
    expect((await found('tag in ["book"]')).toSorted()).toEqual([
      "a novel #book/fiction",
      "a thing #book",
    ]);
    expect(await found('"book" in tags')).toEqual(["a thing #book"]);
    const stats = await call("GET", "users/alice:getStats");
    expect(stats["tagCount"]).toEqual({ "book/fiction": 1, book: 1, bookshelf: 1 });
  });

  test("hands in an attachment as base64, reads its size as text, and hangs it on a memo", async () => {
    const { bearer, call } = client;
    const attachment = await call("POST", "attachments", {
      filename: "note.txt",
      type: "text/plain",
      content: Buffer.from("hello").toString("base64"),
    });
    expect(attachment).toMatchObject({ size: "5", filename: "note.txt" });
    const { name } = attachment;
    const memo = await call("POST", "memos", { content: "with a file", attachments: [{ name }] });
    expect(memo["attachments"]).toMatchObject([{ name, size: "5", memo: memo["name"] }]);
    const path = String(memo["name"]);
    const listed = await call("GET", `${path}/attachments`);
    expect(listed).toMatchObject({ attachments: [{ name }], nextPageToken: "" });
    const file = await fetch(`${server.url}/file/${String(name)}/note.txt`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect([file.status, await file.text()]).toEqual([200, "hello"]);
    expect(await call("PATCH", `${path}/attachments`, { attachments: [] })).toEqual({});
    expect((await call("GET", path))["attachments"]).toEqual([]);
    expect(await call("DELETE", String(name))).toEqual({});
  });

  test("comments, reacts and links", async () => {
    const { call } = client;
    const one = String((await call("POST", "memos", { content: "one" }))["name"]);
    const two = String((await call("POST", "memos", { content: "two" }))["name"]);
    const comment = await call("POST", `${one}/comments`, {
      content: "aha",
      visibility: "PRIVATE",
    });
    expect(comment).toMatchObject({ parent: one });
    expect(await call("GET", `${one}/comments`)).toMatchObject({
      memos: [{ content: "aha" }],
      nextPageToken: "",
    });
    const reaction = await call("POST", `${one}/reactions`, {
      reaction: { contentId: one, reactionType: "👍" },
    });
    expect(reaction).toMatchObject({ creator: "users/alice", reactionType: "👍", contentId: one });
    await call("PATCH", `${one}/relations`, {
      relations: [{ memo: { name: one }, relatedMemo: { name: two }, type: "REFERENCE" }],
    });
    const shown = await call("GET", one);
    expect(shown["reactions"]).toHaveLength(1);
    expect(shown["relations"]).toMatchObject([
      { memo: { name: one }, relatedMemo: { name: two }, type: "REFERENCE" },
      { memo: { name: comment["name"] }, relatedMemo: { name: one }, type: "COMMENT" },
    ]);
    expect(await call("DELETE", String(reaction["name"]))).toEqual({});
    expect(await call("DELETE", one)).toEqual({});
  });

  test("reads figures and settings of its user by name and by number", async () => {
    await using own = await startHttpServer();
    const { call } = await connect(own);
    await call("POST", "memos", { content: "#a [x](https://x.example)" });
    for (const user of ["users/alice", "users/1"]) {
      expect(await call("GET", `${user}:getStats`), user).toMatchObject({
        tagCount: { a: 1 },
        totalMemoCount: 1,
        memoTypeStats: { linkCount: 1 },
      });
      expect(await call("GET", `${user}/settings/GENERAL`), user).toMatchObject({
        name: "users/alice/settings/GENERAL",
        generalSetting: {
          locale: expect.any(String) as string,
          memoVisibility: expect.any(String) as string,
        },
      });
    }
    const patched = await call(
      "PATCH",
      "users/alice/settings/GENERAL?updateMask=generalSetting.memoVisibility",
      { name: "users/alice/settings/GENERAL", generalSetting: { memoVisibility: "PUBLIC" } },
    );
    expect(patched).toMatchObject({ generalSetting: { memoVisibility: "PUBLIC" } });
    const settings = await call("GET", "users/alice/settings");
    expect(settings).toMatchObject({ nextPageToken: "" });
    expect(await call("POST", "memos", { content: "x" })).toMatchObject({ visibility: "PRIVATE" });
  });

  test("manages shortcuts, tokens and webhooks", async () => {
    const { call } = client;
    const shortcut = await call("POST", "users/alice/shortcuts", {
      title: "Work",
      filter: 'tag in ["work"]',
    });
    expect(await call("GET", "users/alice/shortcuts")).toMatchObject({ shortcuts: [shortcut] });
    const made = await call("POST", "users/alice/personalAccessTokens", {
      description: "phone",
      expiresInDays: 30,
    });
    expect(made["token"]).toMatch(/^memos_pat_[A-Za-z0-9]{32}$/);
    const me = await server.ask("GET", "/api/v1/auth/me", { bearer: String(made["token"]) });
    expect(me.status).toBe(200);
    expect(await call("GET", "users/alice/webhooks")).toEqual({ webhooks: [] });
  });

  test("hears of errors as a status object with code, message and details", async () => {
    const { bearer } = client;
    for (const [path, status, code] of [
      ["memos/none", 404, 5],
      ["memos?filter=nonsense(", 400, 3],
      ["memos?pageSize=-1", 400, 3],
    ] as const) {
      const reply = await server.ask("GET", `/api/v1/${path}`, { bearer });
      expect(reply, path).toMatchObject({ status, body: { code } });
      expect(Object.keys(reply.body).toSorted(), path).toEqual(["code", "details", "message"]);
    }
  });
});
