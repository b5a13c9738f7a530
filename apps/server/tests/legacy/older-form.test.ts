import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieOf, password, type Reply, startHttpServer } from "../http-server.ts";

const memos = "/api/v1/memos";

async function start() {
  const server = await startHttpServer();
  const bearer = await server.alice();
  return {
    server,
    ask: (method: string, path: string, body?: unknown) =>
      server.ask(method, path, { bearer, ...(body !== undefined && { body }) }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
type Started = Awaited<ReturnType<typeof start>>;

/** Server with the memos of `fill`, for tests that don't change them, and bob's access token. */
let filled: Started;
let bob: string;
beforeAll(async () => {
  filled = await start();
  await fill(filled);
  bob = await signInBob(filled);
});
afterAll(() => filled[Symbol.asyncDispose]());

/** Creates the memos `one` to `six`, a second apart. */
async function fill(api: Started): Promise<void> {
  for (const [id, fields] of [
    ["one", { content: "one #a", visibility: "PUBLIC" }],
    ["two", { content: "two #a #b", visibility: "PRIVATE", pinned: true }],
    ["three", { content: "three #b", visibility: "PROTECTED" }],
    ["four", { content: "four #a/sub", visibility: "PUBLIC" }],
    ["five", { content: "five #a", visibility: "PUBLIC" }],
    ["six", { content: "six", visibility: "PRIVATE" }],
  ] as const) {
    api.server.clock.nowMs += 1000;
    await api.ask("POST", `${memos}?memoId=${id}`, fields);
  }
}

/** Returns the ids of a list of the memos of `fill`, whose contents begin with their ids. */
async function idsOf(api: Started, query: string): Promise<string[]> {
  const { body } = await api.ask("GET", `${memos}?${query}`);
  return (body["data"] as { uid: string; content: string }[]).map(({ uid, content }) => {
    expect(content.split(" ")[0], query).toBe(uid);
    return uid;
  });
}

describe("a memo in the older form", () => {
  let api: Started;
  let created: Reply;
  beforeAll(async () => {
    api = await start();
    created = await api.ask("POST", `${memos}?memoId=first`, { content: "Hi #tag" });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  test("has the fields of that form and no others, and integer names", async () => {
    const got = await api.ask("GET", `${memos}/${String(created.body["id"])}`);
    expect(got.status).toBe(200);
    expect(got.body).toEqual({
      id: 1,
      name: "memos/1",
      uid: "first",
      rowStatus: "NORMAL",
      creator: "users/alice",
      createTime: created.body["createTime"],
      updateTime: created.body["updateTime"],
      displayTime: created.body["createTime"],
      content: "Hi #tag",
      visibility: "PRIVATE",
      pinned: false,
      resources: [],
      relations: [],
      tags: ["tag"],
    });
  });

  test("is changed without a mask and trashed by its integer id", async () => {
    await using own = await start();
    await own.ask("POST", `${memos}?memoId=first`, { content: "old" });
    const patched = await own.ask("PATCH", `${memos}/1`, {
      content: "new",
      visibility: "PUBLIC",
      pinned: true,
    });
    expect(patched).toMatchObject({
      status: 200,
      body: { id: 1, content: "new", visibility: "PUBLIC", pinned: true },
    });
    expect((await own.ask("GET", `${memos}/first`)).body).toMatchObject({ content: "new" });
    expect(await own.ask("DELETE", `${memos}/1`)).toMatchObject({ status: 200, body: {} });
    expect((await own.ask("GET", `${memos}/1`)).status).toBe(404);
    expect((await own.ask("GET", `${memos}?showDeleted=true`)).body["memos"]).toHaveLength(1);
  });

  test.each([
    ["GET", `${memos}/99`, undefined, 404, "NOT_FOUND"],
    ["DELETE", `${memos}/99`, undefined, 404, "NOT_FOUND"],
    ["GET", `${memos}/99999999999999999999`, undefined, 404, "NOT_FOUND"],
    ["PATCH", `${memos}/1`, {}, 400, "INVALID_ARGUMENT"],
    ["PATCH", `${memos}/1`, { visibility: "SECRET" }, 400, "INVALID_ARGUMENT"],
    ["PATCH", `${memos}/1`, { content: 5 }, 400, "INVALID_ARGUMENT"],
    ["PUT", `${memos}/1`, {}, 405, "UNIMPLEMENTED"],
    ["GET", `${memos}?limit=101`, undefined, 400, "INVALID_ARGUMENT"],
    ["GET", `${memos}?limit=x`, undefined, 400, "INVALID_ARGUMENT"],
    ["GET", `${memos}?visibility=secret`, undefined, 400, "INVALID_ARGUMENT"],
    ["GET", `${memos}?page=1&orderBy=name`, undefined, 400, "INVALID_ARGUMENT"],
    ["GET", "/api/v1/search", undefined, 400, "INVALID_ARGUMENT"],
    ["GET", "/api/v1/search?q=x&limit=0", undefined, 400, "INVALID_ARGUMENT"],
  ] as const)(
    "%s %s with %j returns an error in that form",
    async (method, path, body, status, code) => {
      const refused = await api.ask(method, path, body);
      expect(refused).toMatchObject({ status, body: { error: { code } } });
      expect(Object.keys(refused.body)).toEqual(["error"]);
    },
  );

  test("names the field that is out of range", async () => {
    const refused = await api.ask("GET", `${memos}?page=0`);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "INVALID_ARGUMENT",
          details: [{ field: "page", issue: expect.stringContaining("1 to") as string }],
        },
      },
    });
    expect(Object.keys(refused.body)).toEqual(["error"]);
  });

  test("is of the current form with a mask, and so is the answer", async () => {
    const made = await api.ask("POST", memos, { content: "x" });
    const path = `${memos}/${String(made.body["id"])}`;
    const masked = await api.ask("PATCH", `${path}?updateMask=content`, { content: "y" });
    expect(masked).toMatchObject({ status: 200, body: { content: "y", snippet: "y" } });
    const missing = await api.ask("PATCH", `${memos}/9?updateMask=content`, { content: "y" });
    expect(missing).toMatchObject({ status: 404, body: { code: 5 } });
  });

  test("of somebody else does not exist while private, and cannot be written when public", async () => {
    const status = async (method: string, id: number, body?: unknown) =>
      (
        await filled.server.ask(method, `${memos}/${id}`, {
          bearer: bob,
          ...(body !== undefined && { body }),
        })
      ).status;
    for (const [method, body] of [["GET"], ["PATCH", { content: "x" }], ["DELETE"]] as const) {
      expect(await status(method, 2, body), method).toBe(404);
    }
    expect(await status("GET", 1)).toBe(200);
    expect(await status("PATCH", 1, { content: "x" })).toBe(403);
    expect(await status("DELETE", 1)).toBe(403);
  });
});

describe("a list in the older form", () => {
  test("pages by number, newest first, twenty to a page", async () => {
    expect(await idsOf(filled, "page=1")).toEqual(["six", "five", "four", "three", "two", "one"]);
    expect(await idsOf(filled, "page=1&limit=4")).toEqual(["six", "five", "four", "three"]);
    expect(await idsOf(filled, "page=2&limit=4")).toEqual(["two", "one"]);
    expect(await idsOf(filled, "page=3&limit=4")).toEqual([]);
  });

  test("gives a token for the next page, and none on the last", async () => {
    await using api = await start();
    await fill(api);
    const first = await api.ask("GET", `${memos}?limit=4`);
    const token = String(first.body["nextPageToken"]);
    expect(token).not.toBe("");
    await api.ask("POST", memos, { content: "seven" });
    const second = await api.ask("GET", `${memos}?limit=4&pageToken=${token}`);
    expect(second.body).toMatchObject({ nextPageToken: "" });
    expect(
      (second.body["data"] as { content: string }[]).map(({ content }) => content.slice(0, 3)),
    ).toEqual(["two", "one"]);
  });

  test.each([
    ["tag=a", ["five", "two", "one"]],
    ["tag=b&order=asc", ["two", "three"]],
    ['tag=x"%20in%20tags%20||%20true%20||%20"y', []],
    ["visibility=public", ["five", "four", "one"]],
    ["visibility=private", ["six", "two"]],
    ["visibility=PRIVATE", ["six", "two"]],
    ["visibility=protected", ["three"]],
    ["tag=a&visibility=private", ["two"]],
    ["tag=a&visibility=public", ["five", "one"]],
    ["order=asc", ["one", "two", "three", "four", "five", "six"]],
    ["order=asc&limit=1", ["one"]],
    ["order=asc&limit=4&page=2", ["five", "six"]],
    ["orderBy=created_ts&order=asc", ["one", "two", "three", "four", "five", "six"]],
    ["orderBy=created_ts&order=asc&limit=2", ["one", "two"]],
    ["orderBy=pinned&limit=2", ["two", "six"]],
    ["orderBy=pinned&order=desc&limit=1", ["two"]],
  ])("is narrowed and ordered by %s", async (query, expected) => {
    expect(await idsOf(filled, query)).toEqual(expected);
  });

  test("orders by the last change", async () => {
    await using api = await start();
    await fill(api);
    api.server.clock.nowMs += 1000;
    await api.ask("PATCH", `${memos}/1`, { content: "one again" });
    expect(await idsOf(api, "orderBy=updated_ts&limit=2")).toEqual(["one", "six"]);
  });
});

describe("a search in the older form", () => {
  let api: Started;
  beforeAll(async () => {
    api = await start();
    await api.ask("POST", memos, { content: `tide tables ${"and many other words ".repeat(30)}` });
    await api.ask("POST", memos, { content: "Tide tables #sea" });
    await api.ask("POST", memos, { content: "明日は東京に行きます" });
    await api.ask("POST", memos, { content: "我喜欢编程语言" });
    for (const content of ["ebb one #sea", "ebb two #sea", "ebb three #land"]) {
      await api.ask("POST", memos, { content });
    }
    await api.ask("POST", memos, { content: "secret flood 京都" });
    await api.ask("POST", memos, { content: "open flood 京都", visibility: "PUBLIC" });
  });
  afterAll(() => api[Symbol.asyncDispose]());

  test("ranks the better match first, and finds what is written without spaces", async () => {
    const search = async (query: string) => {
      const { status, body } = await api.ask("GET", `/api/v1/search?${query}`);
      expect(status, query).toBe(200);
      return (body["data"] as { id: number }[]).map(({ id }) => id);
    };
    expect(await search("q=TABLES+tide")).toEqual([2, 1]);
    expect(await search("q=tid&limit=1")).toEqual([2]);
    expect(await search("q=tide&tag=sea")).toEqual([2]);
    expect(await search(`q=${encodeURIComponent("東京")}`)).toEqual([3]);
    expect(await search(`q=${encodeURIComponent("编程")}`)).toEqual([4]);
    expect(await search("q=nothing")).toEqual([]);
    expect(await search(`q=${encodeURIComponent('" OR *')}`)).toEqual([]);
    expect(await search("q=ebb")).toHaveLength(3);
    expect((await search("q=ebb&tag=sea")).toSorted((a, b) => a - b)).toEqual([5, 6]);
    expect(await search("q=ebb&limit=1")).toHaveLength(1);
  });

  test("omits memos that its reader can't read", async () => {
    const bearer = await signInBob(api);
    for (const q of ["flood", "京都"]) {
      const found = await api.server.ask("GET", `/api/v1/search?q=${encodeURIComponent(q)}`, {
        bearer,
      });
      expect(found.body["data"], q).toMatchObject([{ id: 9 }]);
    }
  });
});

describe("tags in the older form", () => {
  test("are the caller's own, most used first, with their last use", async () => {
    expect((await filled.ask("GET", "/api/v1/tags")).body).toEqual({
      data: [
        { name: "a", count: 3 },
        { name: "b", count: 2 },
        { name: "a/sub", count: 1 },
      ],
    });
    const stats = await filled.ask("GET", "/api/v1/tags/stats");
    const five = await filled.ask("GET", `${memos}/five`);
    expect(stats.body).toMatchObject({
      data: [{ name: "a", count: 3, lastUsed: five.body["createTime"] }, {}, {}],
      total: 3,
    });
    const ofBob = await filled.server.ask("GET", "/api/v1/tags", { bearer: bob });
    expect(ofBob.body).toEqual({ data: [] });
  });
});

describe("an account in the older form", () => {
  test("is shown by the status of a session, and changed by nickname, email and avatarUrl without a mask", async () => {
    const signedIn = await filled.server.ask("POST", "/api/v1/auth/signin", {
      body: { username: "alice", password },
    });
    const cookie = cookieOf(signedIn);
    expect(await filled.server.ask("GET", "/api/v1/auth/status", { cookie })).toMatchObject({
      status: 200,
      body: {
        user: {
          id: 1,
          name: "users/1",
          username: "alice",
          role: "HOST",
          email: "",
          nickname: expect.any(String) as string,
          avatarUrl: "",
          createTime: expect.any(String) as string,
          updateTime: expect.any(String) as string,
        },
      },
    });
    const changed = await filled.ask("PATCH", "/api/v1/users/alice", {
      nickname: "Al",
      email: "al@example.com",
    });
    const status = await filled.ask("GET", "/api/v1/auth/status");
    expect(changed).toMatchObject({
      status: 200,
      body: { id: 1, name: "users/1", role: "HOST", nickname: "Al", email: "al@example.com" },
    });
    expect(status.body).toEqual({ user: changed.body });
    expect((await filled.ask("PATCH", "/api/v1/users/alice", { nickname: null })).status).toBe(200);
    const current = await filled.ask("PATCH", "/api/v1/users/alice?updateMask=email", {
      email: "b@c.de",
    });
    expect(current.body).toMatchObject({ name: "users/alice", role: "ADMIN", email: "b@c.de" });
  });

  test("returns errors in that form", async () => {
    const path = "/api/v1/users/alice";
    expect(
      await filled.server.ask("PATCH", path, { bearer: bob, body: { nickname: "x" } }),
    ).toMatchObject({ status: 403, body: { error: { code: "PERMISSION_DENIED" } } });
    expect(await filled.ask("PATCH", path, { nickname: 5 })).toMatchObject({
      status: 400,
      body: { error: { code: "INVALID_ARGUMENT", details: [{ field: "nickname" }] } },
    });
    expect(await filled.ask("PATCH", path, { nickname: "x", description: "y" })).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
  });
});

describe("the system's information", () => {
  test("is for everybody, in the older form's shape", async () => {
    const info = await filled.server.ask("GET", "/api/v1/system/info");
    expect(info).toMatchObject({
      status: 200,
      body: {
        version: "0.30.0",
        serverVersion: "1.2.3",
        mode: "prod",
        disablePasswordLogin: false,
        customizedProfile: { title: expect.any(String) as string },
      },
    });
    expect(typeof info.body["allowSignUp"]).toBe("boolean");
  });
});

async function signInBob({ server }: Started): Promise<string> {
  const alice = await server.services.database.read(({ users }) => users.findByUsername("alice"));
  if (alice === null) throw new Error("there is no alice");
  await server.services.database.write(({ users }) =>
    users.insert({ ...alice, username: "bob", role: "USER", isHost: false }),
  );
  const reply = await server.ask("POST", "/api/v1/auth/signin", {
    body: { username: "bob", password },
  });
  return String(reply.body["accessToken"]);
}
