import { describe, expect, test } from "vitest";
import { password, startHttpServer, type HttpServer } from "../http-server.ts";
import { shareServer } from "../shared-server.ts";

const memos = "/api/v1/memos";

/** Starts a server, and returns request functions of its administrator. */
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

/** Adds an account without access to alice's memos. Returns its access token. */
async function signInBob(server: HttpServer): Promise<string> {
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

const shared = shareServer(start);

describe("creating a memo", () => {
  test("answers both forms' fields, and the memo reads back in the current one", async () => {
    await using api = await start();
    const created = await api.ask("POST", `${memos}?memoId=first-1`, {
      content: "# Title\n#tag [x](https://x.example)\n- [ ] open",
      visibility: "PROTECTED",
      pinned: true,
      createTime: "2024-02-29T12:00:00.123+02:00",
      location: { placeholder: "here", latitude: 1.5, longitude: -2 },
    });
    const current = {
      name: "memos/first-1",
      state: "NORMAL",
      creator: "users/alice",
      createTime: "2024-02-29T10:00:00Z",
      displayTime: "2024-02-29T10:00:00Z",
      uid: "first-1",
      content: "# Title\n#tag [x](https://x.example)\n- [ ] open",
      visibility: "PROTECTED",
      tags: ["tag"],
      pinned: true,
      attachments: [],
      relations: [],
      reactions: [],
      property: {
        hasLink: true,
        hasTaskList: true,
        hasCode: false,
        hasIncompleteTasks: true,
        title: "Title",
      },
      location: { placeholder: "here", latitude: 1.5, longitude: -2 },
    };
    expect(created).toMatchObject({
      status: 200,
      body: {
        ...current,
        id: 1,
        rowStatus: "NORMAL",
        resources: [],
      },
    });
    const got = await api.ask("GET", `${memos}/first-1`);
    const { snippet, updateTime, ...rest } = got.body;
    expect(rest).toEqual(current);
    expect(snippet).toContain("Title");
    expect(updateTime).toMatch(/^\d{4}-.*Z$/);
    expect(got.headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
  });

  test("is private by default, and accepts numbers, snake_case and unknown keys", async () => {
    const api = shared();
    const plain = await api.ask("POST", memos, {
      content: "x",
      visibility: "VISIBILITY_UNSPECIFIED",
      create_time: "2024-01-01T00:00:00Z",
      colour: "red",
    });
    expect(plain.body).toMatchObject({
      visibility: "PRIVATE",
      createTime: "2024-01-01T00:00:00Z",
    });
    const numbered = await api.ask("POST", `${memos}?memo_id=numbered`, {
      content: "",
      visibility: 3,
      state: 2,
    });
    expect(numbered.body).toMatchObject({
      name: "memos/numbered",
      visibility: "PUBLIC",
      state: "ARCHIVED",
      content: "",
    });
  });

  test("leaves out what is unset", async () => {
    const api = shared();
    const { body } = await api.ask("POST", memos, { content: "x" });
    for (const key of ["parent", "location", "space", "deleteTime"]) {
      expect(body).not.toHaveProperty(key);
    }
  });

  test.each([
    ["a wrong type", { content: 7 }, "content"],
    ["an unknown visibility", { visibility: "SECRET" }, "visibility"],
    ["an unknown number of a state", { state: 9 }, "state"],
    ["half a location", { location: { latitude: 1 } }, "location"],
    [
      "a latitude beyond the pole",
      { content: "", location: { latitude: 91, longitude: 0 } },
      "location.latitude",
    ],
    ["a time that is none", { updateTime: "2024-02-30T00:00:00Z" }, "updateTime"],
    ["a key in both cases", { create_time: "x", createTime: "x" }, "createTime"],
  ])("is refused with %s, naming the field", async (_, body, field) => {
    const api = shared();
    const before = (await api.ask("GET", memos)).body;
    expect(await api.ask("POST", memos, body)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
    expect((await api.ask("GET", memos)).body).toEqual(before);
  });

  test("is refused with an id that is all digits, and with one that is taken", async () => {
    const api = shared();
    expect((await api.ask("POST", `${memos}?memoId=123`, { content: "" })).status).toBe(400);
    expect((await api.ask("POST", `${memos}?memoId=taken`, { content: "" })).status).toBe(200);
    expect(await api.ask("POST", `${memos}?memoId=taken`, { content: "" })).toMatchObject({
      status: 409,
      body: { code: 6 },
    });
  });

  test("is rejected with invalid attachments or relations, and creates nothing", async () => {
    const api = shared();
    expect(
      (await api.ask("POST", memos, { content: "", attachments: [], relations: [] })).status,
    ).toBe(200);
    const before = (await api.ask("GET", memos)).body;
    for (const body of [{ attachments: [{ name: "a" }] }, { content: "", relations: [{}] }]) {
      expect(await api.ask("POST", memos, body)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect((await api.ask("GET", memos)).body).toEqual(before);
  });

  test("is 413 over the limit of content, and over the limit of a body", async () => {
    await using api = await start();
    expect((await api.ask("POST", memos, { content: "x".repeat(1024 * 1024) })).status).toBe(200);
    const long = await api.ask("POST", memos, { content: "x".repeat(1024 * 1024 + 1) });
    expect(long).toMatchObject({ status: 413, body: { code: 3 } });
    const huge = await api.ask("POST", memos, { content: "x".repeat(9 * 1024 * 1024) });
    expect(huge).toMatchObject({ status: 413, body: { code: 3 } });
  });
});

describe("listing memos", () => {
  test("pages newest first through everything, with the parameters in both cases", async () => {
    await using api = await start();
    for (const id of ["a", "b", "c", "d", "e"]) {
      api.server.clock.nowMs += 1000;
      await api.ask("POST", `${memos}?memoId=${id}`, { content: id });
    }
    const seen: string[] = [];
    let token = "";
    do {
      const page = await api.ask("GET", `${memos}?page_size=2&page_token=${token}`);
      seen.push(...(page.body["memos"] as { content: string }[]).map((memo) => memo.content));
      token = String(page.body["nextPageToken"]);
    } while (token !== "");
    expect(seen).toEqual(["e", "d", "c", "b", "a"]);
    const oldest = await api.ask("GET", `${memos}?orderBy=create_time%20asc&pageSize=1`);
    expect(oldest.body["memos"]).toMatchObject([{ content: "a" }]);
    const other = await api.ask(
      "GET",
      `${memos}?orderBy=name&pageToken=${String(oldest.body["nextPageToken"])}`,
    );
    expect(other).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field: "pageToken" }] }] },
    });
  });

  test("coerces a large page, takes 0 as none given, and an empty filter as no filter", async () => {
    await using api = await start();
    await api.ask("POST", memos, { content: "x" });
    for (const query of [
      "pageSize=5000",
      "pageSize=0",
      "filter=",
      "state=NORMAL",
      "state=1",
      "orderBy=",
    ]) {
      const page = await api.ask("GET", `${memos}?${query}`);
      expect(page.body["memos"], query).toHaveLength(1);
    }
  });

  test("leaves archived and trashed memos out until they are asked for", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=a`, { content: "", state: "ARCHIVED" });
    await api.ask("POST", `${memos}?memoId=t`, { content: "" });
    await api.ask("DELETE", `${memos}/t`);
    const names = async (query: string) =>
      ((await api.ask("GET", `${memos}?${query}`)).body["memos"] as { name: string }[]).map(
        (memo) => memo.name,
      );
    expect(await names("")).toEqual([]);
    expect(await names("state=ARCHIVED")).toEqual(["memos/a"]);
    expect(await names("showDeleted=true")).toEqual(["memos/t"]);
  });

  test("filters, and says where a bad filter is wrong", async () => {
    await using api = await start();
    await api.ask("POST", memos, { content: "#one" });
    await api.ask("POST", memos, { content: "#two" });
    const filter = encodeURIComponent('"one" in tags');
    expect((await api.ask("GET", `${memos}?filter=${filter}`)).body["memos"]).toHaveLength(1);
    const bad = await api.ask("GET", `${memos}?filter=${encodeURIComponent("create_time > now")}`);
    expect(bad.status).toBe(400);
    expect(JSON.stringify(bad.body)).toContain("created_ts");
    expect(bad.body).toMatchObject({
      code: 3,
      details: [
        { fieldViolations: [{ field: "filter" }] },
        { metadata: { line: "1", column: "1" } },
      ],
    });
  });

  test("accepts a filter of 8 KiB in the URL", async () => {
    const api = shared();
    const filter = `content.contains("${"é".repeat(4000)}")`;
    const reply = await api.ask("GET", `${memos}?filter=${encodeURIComponent(filter)}`);
    expect(reply.status).toBe(200);
  });

  test.each([
    ["pageSize=-1", "pageSize"],
    ["pageSize=ten", "pageSize"],
    ["pageSize=1&pageSize=2", "pageSize"],
    ["pageSize=1&page_size=2", "pageSize"],
    ["state=DELETED", "state"],
    ["state=NORMAL&state=NORMAL", "state"],
    ["showDeleted=maybe", "showDeleted"],
    ["orderBy=colour", "orderBy"],
    ["pageToken=abc", "pageToken"],
  ])("rejects %s, naming %s", async (query, field) => {
    const api = shared();
    expect(await api.ask("GET", `${memos}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
  });

  test("ignores unknown parameters", async () => {
    const api = shared();
    expect((await api.ask("GET", `${memos}?colour=red`)).status).toBe(200);
  });
});

describe("updating a memo", () => {
  test("changes what the mask names and nothing else", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=masked`, { content: "old", visibility: "PUBLIC" });
    const patched = await api.ask("PATCH", `${memos}/masked?updateMask=pinned, create_time`, {
      content: "ignored",
      pinned: true,
      createTime: "2020-01-01T00:00:00Z",
    });
    expect(patched).toMatchObject({
      status: 200,
      body: { content: "old", pinned: true, createTime: "2020-01-01T00:00:00Z" },
    });
  });

  test("without a mask changes what the body names; a whole object sent back is fine", async () => {
    const api = shared();
    const created = await api.ask("POST", `${memos}?memoId=whole`, { content: "old" });
    const back = await api.ask("PATCH", `${memos}/whole`, { ...created.body, content: "new" });
    expect(back).toMatchObject({ status: 200, body: { content: "new" } });
  });

  test("clears a location that is in the mask but not in the body, but never content", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=cleared`, {
      content: "kept",
      location: { latitude: 1, longitude: 2 },
    });
    const cleared = await api.ask("PATCH", `${memos}/cleared?updateMask=location`, {});
    expect(cleared.body).not.toHaveProperty("location");
    expect((await api.ask("PATCH", `${memos}/cleared?updateMask=content`, {})).status).toBe(400);
    expect((await api.ask("GET", `${memos}/cleared`)).body).toMatchObject({ content: "kept" });
  });

  test("treats null as not sent, and clears the field if it is in the mask", async () => {
    const api = shared();
    const location = { placeholder: "Quay", latitude: 1, longitude: 2 };
    const { name } = (await api.ask("POST", "/api/v1/attachments", { filename: "a", content: "" }))
      .body;
    const fields = { content: "x", visibility: "PUBLIC", pinned: true, location };
    await api.ask("POST", `${memos}?memoId=nulls`, { ...fields, attachments: [{ name }] });
    const kept = { ...fields, state: "NORMAL", attachments: [{ name }] };
    const nulls = Object.fromEntries(
      ["space", "visibility", "pinned", "state", "createTime", "updateTime", "resources"]
        .concat(["location", "attachments", "relations", "rowStatus", "displayTime"])
        .map((field) => [field, null]),
    );
    const edited = await api.ask("PATCH", `${memos}/nulls`, { ...nulls, content: "y" });
    expect(edited).toMatchObject({ status: 200, body: { ...kept, content: "y" } });
    expect((await api.ask("PATCH", `${memos}/nulls`, { location: null })).status).toBe(400);
    const mask = "content,location,attachments";
    const body = { content: "z", location: null, attachments: null };
    const cleared = await api.ask("PATCH", `${memos}/nulls?updateMask=${mask}`, body);
    expect(cleared.body).toMatchObject({ content: "z", attachments: [] });
    expect(cleared.body).not.toHaveProperty("location");
    const file = await api.ask("POST", "/api/v1/attachments", {
      filename: "b",
      content: "",
      memo: "memos/nulls",
    });
    const path = `/api/v1/${String(file.body["name"])}`;
    const renamed = await api.ask("PATCH", path, { filename: "c", memo: null });
    expect(renamed.body).toMatchObject({ filename: "c", memo: "memos/nulls" });
    const detached = await api.ask("PATCH", `${path}?updateMask=memo`, { memo: null });
    expect(detached.body).not.toHaveProperty("memo");
  });

  test("changes updateTime only if something changes", async () => {
    const api = shared();
    const created = await api.ask("POST", `${memos}?memoId=moved`, { content: "x" });
    api.server.clock.nowMs += 5000;
    const same = await api.ask("PATCH", `${memos}/moved`, { content: "x", pinned: false });
    expect(same.body["updateTime"]).toBe(created.body["updateTime"]);
    const moved = await api.ask("PATCH", `${memos}/moved`, { pinned: true });
    expect(moved.body["updateTime"]).not.toBe(created.body["updateTime"]);
    const set = await api.ask("PATCH", `${memos}/moved`, { updateTime: "2020-01-01T00:00:00Z" });
    expect(set.body["updateTime"]).toBe("2020-01-01T00:00:00Z");
  });

  test.each([
    ["an empty body without a mask", "", {}, "updateMask"],
    ["an unknown key", "", { colour: 1 }, "colour"],
    ["an unknown path", "?updateMask=colour", {}, "updateMask"],
    ["a path that the server sets", "?updateMask=creator", { creator: "users/x" }, "updateMask"],
  ])("refuses %s", async (_, query, body, field) => {
    const api = shared();
    const made = await api.ask("POST", memos, { content: "x" });
    const path = `/api/v1/${String(made.body["name"])}`;
    expect(await api.ask("PATCH", path + query, body)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
  });
});

describe("deleting a memo", () => {
  test("moves it to the trash, from where it comes back as it was", async () => {
    const api = shared();
    const created = await api.ask("POST", `${memos}?memoId=restored`, {
      content: "x",
      pinned: true,
    });
    expect(await api.ask("DELETE", `${memos}/restored`)).toMatchObject({ status: 200, body: {} });
    expect((await api.ask("GET", `${memos}/restored`)).status).toBe(404);
    const shown = await api.ask("GET", `${memos}/restored?showDeleted=true`);
    expect(shown.body["deleteTime"]).toMatch(/Z$/);
    const restored = await api.ask("POST", `${memos}/restored:restore`);
    expect(restored).toMatchObject({
      status: 200,
      body: { content: "x", pinned: true, createTime: created.body["createTime"] },
    });
    expect(restored.body).not.toHaveProperty("deleteTime");
  });

  test("with force purges it", async () => {
    const api = shared();
    await api.ask("POST", `${memos}?memoId=forced`, { content: "x" });
    expect((await api.ask("DELETE", `${memos}/forced?force=true`)).status).toBe(200);
    expect((await api.ask("GET", `${memos}/forced?showDeleted=true`)).status).toBe(404);
    expect((await api.ask("POST", `${memos}/forced:restore`)).status).toBe(404);
  });
});

describe("comments", () => {
  test("are memos with a parent, newest first, left out of the list of memos", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=a`, { content: "x", visibility: "PUBLIC" });
    for (const id of ["c1", "c2", "c3"]) {
      api.server.clock.nowMs += 1000;
      const made = await api.ask("POST", `${memos}/a/comments?commentId=${id}`, { content: id });
      expect(made).toMatchObject({
        status: 200,
        body: { name: `memos/${id}`, parent: "memos/a", visibility: "PUBLIC" },
      });
    }
    const page = await api.ask("GET", `${memos}/a/comments?pageSize=2`);
    expect(page.body).toMatchObject({
      memos: [{ content: "c3" }, { content: "c2" }],
      totalSize: 3,
    });
    const rest = await api.ask(
      "GET",
      `${memos}/a/comments?pageSize=2&pageToken=${String(page.body["nextPageToken"])}`,
    );
    expect(rest.body).toMatchObject({ memos: [{ content: "c1" }], nextPageToken: "" });
    expect((await api.ask("GET", memos)).body["memos"]).toHaveLength(1);
  });

  test("of a missing memo are 404", async () => {
    const api = shared();
    expect((await api.ask("GET", `${memos}/none/comments`)).status).toBe(404);
    expect((await api.ask("POST", `${memos}/none/comments`, { content: "x" })).status).toBe(404);
  });
});

describe("another's memos", () => {
  test("do not exist while private, and cannot be written when public", async () => {
    await using api = await start();
    await api.ask("POST", `${memos}?memoId=mine`, { content: "x" });
    await api.ask("POST", `${memos}?memoId=open`, { content: "y", visibility: "PUBLIC" });
    const bearer = await signInBob(api.server);
    const bobs = (method: string, path: string, body?: unknown) =>
      api.server.ask(method, path, { bearer, ...(body !== undefined && { body }) });
    for (const [method, path] of [
      ["GET", "/mine"],
      ["PATCH", "/mine"],
      ["DELETE", "/mine"],
      ["POST", "/mine:restore"],
      ["GET", "/mine/comments"],
      ["POST", "/mine/comments"],
    ] as const) {
      const body = method === "GET" ? undefined : { content: "z" };
      expect((await bobs(method, memos + path, body)).status, `${method} ${path}`).toBe(404);
    }
    expect((await bobs("GET", memos)).body["memos"]).toMatchObject([{ name: "memos/open" }]);
    expect((await bobs("PATCH", `${memos}/open`, { content: "z" })).status).toBe(403);
    expect((await bobs("DELETE", `${memos}/open`)).status).toBe(403);
    expect((await bobs("POST", `${memos}/open/comments`, { content: "z" })).status).toBe(200);
  });
});
