import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

// Tests how the server interprets the requests of real clients in both forms
// (docs/api-decisions.md §1, §2, §10).

const second = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Returns every string in a response that looks like a time. */
function timesIn(value: unknown): string[] {
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}T/.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(timesIn);
}

/** Starts one server for the tests of the `describe` that calls this. Returns a function that gets it. */
function shareServer(prepare?: (users: TwoUsers) => Promise<unknown>): () => TwoUsers {
  let users: TwoUsers;
  beforeAll(async () => {
    users = await startWithUsers();
    await prepare?.(users);
  });
  afterAll(() => users[Symbol.asyncDispose]());
  return () => users;
}

/** Creates a memo of alice. Returns its id. */
async function newMemo({ alice }: TwoUsers): Promise<string> {
  const { body } = await alice("POST", "/memos", { content: "x" });
  return String(body["name"]).replace("memos/", "");
}

async function stored(users: TwoUsers, id: string) {
  const memo = await users.server.services.database.read(({ memos }) => memos.find(id));
  if (memo === null) throw new Error(`there is no memo ${id}`);
  return memo;
}

/** Sets the clock to `ms` after the next full second. Returns that second as responses show it. */
function setMilliseconds({ server: { clock } }: TwoUsers, ms: number): string {
  const secondMs = Math.ceil((clock.nowMs + 1) / 1000) * 1000;
  clock.nowMs = secondMs + ms;
  return new Date(secondMs).toISOString().replace(".000Z", "Z");
}

async function patched(users: TwoUsers, id: string, body: unknown, mask?: string) {
  const query = mask === undefined ? "" : `?updateMask=${mask}`;
  return users.alice("PATCH", `/memos/${id}${query}`, body);
}

describe("times", () => {
  const shared = shareServer();

  test("are whole seconds in every answer, rounded down, and kept to the millisecond", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    const now = setMilliseconds(users, 999);
    await alice("POST", "/memos?memoId=a", {
      content: "#tag",
      createTime: "2026-11-21T10:00:00.999999999Z",
    });
    await alice("POST", "/memos/a/comments", { content: "c" });
    await alice("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
    await alice("POST", "/memos/a/shares", { expireTime: "2999-01-01T00:00:00.5Z" });
    await alice("POST", "/attachments", { filename: "a.txt", content: "YQ==" });
    await alice("POST", "/access-tokens", { name: "t", expiresAt: "2999-01-01T00:00:00.5Z" });
    const memo = await alice("GET", "/memos/a");
    expect(memo.body).toMatchObject({
      createTime: "2026-11-21T10:00:00Z",
      displayTime: "2026-11-21T10:00:00Z",
      updateTime: now,
    });
    expect((await stored(users, "a")).createdMs).toBe(Date.parse("2026-11-21T10:00:00.999Z"));
    let count = 0;
    for (const path of [
      "/memos/a",
      "/memos",
      "/memos?page=1",
      "/memos/1",
      "/memos/a/comments",
      "/memos/a/reactions",
      "/memos/a/shares",
      "/memos/a/resources",
      "/attachments",
      "/resources",
      "/tags/stats",
      "/search?q=tag",
      "/users/alice",
      "/users/alice:getStats",
      "/auth/me",
      "/auth/status",
      "/access-tokens",
      "/users/alice/sessions",
      "/users/alice/personalAccessTokens",
    ]) {
      const { status, body } = await alice("GET", path);
      expect(status, path).toBe(200);
      for (const time of timesIn(body)) expect(time, path).toMatch(second);
      count += timesIn(body).length;
    }
    expect(count).toBeGreaterThan(25);
  });

  test("that are sent back as they were served keep their milliseconds, and updateTime moves", async () => {
    const users = shared();
    const { alice, server } = users;
    const now = setMilliseconds(users, 123);
    const made = await alice("POST", "/memos?memoId=sent", { content: "x" });
    const before = await stored(users, "sent");
    server.clock.nowMs += 5000;
    const back = await patched(users, "sent", { ...made.body, content: "y" });
    expect(back).toMatchObject({
      status: 200,
      body: { createTime: now, updateTime: expect.not.stringContaining(now) as string },
    });
    expect((await stored(users, "sent")).createdMs).toBe(before.createdMs);

    const masked = await patched(
      users,
      "sent",
      { ...back.body, content: "z" },
      "content,create_time,update_time",
    );
    expect(masked.status).toBe(200);
    expect(await stored(users, "sent")).toMatchObject({
      createdMs: before.createdMs,
      updatedMs: server.clock.nowMs,
    });
    // Sending back the unchanged object isn't a write.
    const { updatedMs } = await stored(users, "sent");
    server.clock.nowMs += 5000;
    expect((await patched(users, "sent", (await alice("GET", "/memos/sent")).body)).status).toBe(
      200,
    );
    expect((await stored(users, "sent")).updatedMs).toBe(updatedMs);
    // A different time within the same second is a change.
    await patched(users, "sent", { createTime: now.replace("Z", ".456Z") });
    expect((await stored(users, "sent")).createdMs % 1000).toBe(456);
  });

  test("say less than an ETag: two states of one second are two states", async () => {
    const users = shared();
    const { alice, server } = users;
    setMilliseconds(users, 100);
    const made = await alice("POST", "/memos?memoId=etag", { content: "one\ntwo\nthree" });
    const etag = made.headers.get("etag") ?? "";
    server.clock.nowMs += 100;
    const other = await patched(users, "etag", { content: "one, first\ntwo\nthree" });
    expect(other.body["updateTime"]).toBe(made.body["updateTime"]);
    expect(other.headers.get("etag")).not.toBe(etag);
    const merged = await server.ask("PATCH", "/api/v1/memos/etag", {
      bearer: users.bearer,
      headers: { "if-match": etag },
      body: { content: "one\ntwo\nthree, last" },
    });
    expect(merged.body["content"]).toBe("one, first\ntwo\nthree, last");
  });

  test("that a client has seen last find everything that changed since", async () => {
    const users = shared();
    // The other tests create private memos of alice, which aren't in bob's lists.
    const { bob, server } = users;
    setMilliseconds(users, 300);
    await bob("POST", "/memos?memoId=a", { content: "a" });
    const seen = String((await bob("GET", "/memos/a")).body["updateTime"]);
    server.clock.nowMs += 400;
    await bob("POST", "/memos?memoId=b", { content: "b" });
    for (const operator of [">", ">="]) {
      const filter = encodeURIComponent(`updated_ts ${operator} timestamp("${seen}")`);
      const names = listOf(await bob("GET", `/memos?filter=${filter}`), "memos").map(
        (memo) => memo["name"],
      );
      expect(new Set(names), operator).toEqual(new Set(["memos/a", "memos/b"]));
    }
  });

  test("of a memo that is dated back at its creation: it was changed now", async () => {
    const { alice, server } = shared();
    const made = await alice("POST", "/memos", {
      content: "x",
      createTime: "2001-02-03T04:05:06Z",
    });
    expect(made.body["createTime"]).toBe("2001-02-03T04:05:06Z");
    expect(Date.parse(String(made.body["updateTime"]))).toBe(
      Math.floor(server.clock.nowMs / 1000) * 1000,
    );
    const both = await alice("POST", "/memos", {
      content: "x",
      displayTime: "2001-02-03T04:05:06Z",
      updateTime: "2002-02-03T04:05:06Z",
    });
    expect(both.body).toMatchObject({
      createTime: "2001-02-03T04:05:06Z",
      updateTime: "2002-02-03T04:05:06Z",
    });
  });
});

describe("a list that mixes the forms", () => {
  const shared = shareServer(async ({ alice, server }) => {
    for (const id of ["a", "b", "c"]) {
      server.clock.nowMs += 1000;
      await alice("POST", `/memos?memoId=${id}`, { content: `${id} #t`, visibility: "PUBLIC" });
    }
  });
  const shown = (memos: Record<string, unknown>[]) =>
    memos.map(({ content }) => String(content)[0]);

  test.each([
    ["pageSize=2&limit=1&page=1", ["c", "b"]],
    ["filter=&limit=2", ["c", "b"]],
    ["page_token=&limit=1&page=1", ["c"]],
    ["state=NORMAL&page=1&tag=&order=", ["c", "b", "a"]],
    ["showDeleted=false&limit=5000", ["c", "b", "a"]],
  ])("%s is of the current form, and limit is its pageSize", async (query, expected) => {
    const page = await shared().alice("GET", `/memos?${query}`);
    expect(page.status).toBe(200);
    expect(shown(listOf(page, "memos"))).toEqual(expected);
  });

  test.each([
    ["pageSize=1&page=2", "page"],
    ["filter=&tag=t", "tag"],
    ["state=NORMAL&visibility=public", "visibility"],
    ["showDeleted=true&order=asc", "order"],
    ["pageToken=&limit=x", "limit"],
  ])("%s is refused, naming %s: a condition is never left out", async (query, field) => {
    expect(await shared().alice("GET", `/memos?${query}`)).toMatchObject({
      status: 400,
      body: { code: 3, details: [{ fieldViolations: [{ field }] }] },
    });
  });

  test("goes on in the older form by an older list's token alone", async () => {
    const { alice } = shared();
    const first = await alice("GET", "/memos?page=1&limit=2&tag=t");
    const token = String(first.body["nextPageToken"]);
    const next = await alice("GET", `/memos?limit=2&tag=t&pageToken=${token}`);
    expect(shown(listOf(next, "data"))).toEqual(["a"]);
    const sized = await alice("GET", `/memos?tag=t&pageSize=2&page_token=${token}`);
    expect(shown(listOf(sized, "data"))).toEqual(["a"]);
    expect(await alice("GET", `/memos?tag=t&filter=pinned&pageToken=${token}`)).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: "filter" }] } },
    });
    const current = await alice("GET", "/memos?pageSize=2");
    const after = await alice(
      "GET",
      `/memos?limit=2&pageToken=${String(current.body["nextPageToken"])}`,
    );
    expect(shown(listOf(after, "memos"))).toEqual(["a"]);
  });
});

describe("an update", () => {
  const shared = shareServer(({ alice }) => alice("POST", "/memos?memoId=a", { content: "x" }));

  test.each([
    [{ rowStatus: "ARCHIVED" }, undefined],
    [{ row_status: "archived" }, "row_status"],
    [{ rowStatus: "ARCHIVED" }, "state"],
    [{ rowStatus: "ARCHIVED", state: "NORMAL" }, undefined],
    [{ rowStatus: "NORMAL", state: "ARCHIVED" }, "state,rowStatus"],
    [{ state: 2 }, undefined],
  ])("takes %j with the mask %j for the state", async (body, mask) => {
    const users = shared();
    const id = await newMemo(users);
    expect(await patched(users, id, body, mask)).toMatchObject({
      status: 200,
      body: { state: "ARCHIVED" },
    });
    expect(await patched(users, id, { rowStatus: "ACTIVE" })).toMatchObject({
      status: 200,
      body: { state: "NORMAL" },
    });
  });

  test("takes displayTime for createTime, and the one of the two that differs", async () => {
    const users = shared();
    const made = await users.alice("POST", "/memos?memoId=dated", { content: "x" });
    const { createTime } = made.body;
    const [one, two, three] = [
      "2001-01-01T00:00:00Z",
      "2002-01-01T00:00:00Z",
      "2003-01-01T00:00:00Z",
    ];
    const dated = async (body: object, mask?: string) =>
      (await patched(users, "dated", body, mask)).body["createTime"];
    expect(await dated({ createTime, displayTime: one })).toBe(one);
    expect(await dated({ createTime: two, displayTime: one })).toBe(two);
    expect(await dated({ createTime: three, displayTime: one })).toBe(three);
    expect(await dated({ displayTime: one }, "display_time")).toBe(one);
    expect(await dated({ createTime: two, displayTime: three }, "displayTime")).toBe(three);
  });

  test("takes resources for attachments, under any name that they have", async () => {
    const users = shared();
    const { alice } = users;
    await alice("POST", "/memos?memoId=filed", { content: "x" });
    for (const id of ["f1x", "f2x"]) {
      await alice("POST", `/attachments?attachmentId=${id}`, { filename: id, content: "YQ==" });
    }
    const numbered = listOf(await alice("GET", "/resources"), "data");
    const numberOf = (id: string) => String(numbered.find(({ uid }) => uid === id)?.["id"]);
    const files = async () =>
      listOf(await alice("GET", "/memos/filed/attachments"), "attachments").map(
        ({ filename }) => filename,
      );
    await patched(users, "filed", {
      resources: [{ name: `resources/${numberOf("f2x")}` }, { name: "attachments/f1x" }],
    });
    expect(await files()).toEqual(["f2x", "f1x"]);
    // If one list is changed and the other sent back unchanged, the unchanged one is ignored.
    const served = (await alice("GET", "/memos/filed")).body["attachments"];
    await patched(users, "filed", {
      attachments: served,
      resources: [{ name: `resources/${numberOf("f1x")}` }],
    });
    expect(await files()).toEqual(["f1x"]);
    await patched(users, "filed", { content: "y" }, "content,attachments,resources");
    expect(await files()).toEqual([]);
    expect((await patched(users, "filed", { resources: [{ name: "resources/99" }] })).status).toBe(
      404,
    );
  });

  test.each([
    [{ tags: ["x"], name: "memos/a" }, undefined],
    [{ content: null }, undefined],
    [{ pinned: null, updateTime: null }, undefined],
    [{ creator: "users/bob" }, "creator,tags"],
  ])("that names nothing that can be set is 400: %j, mask %j", async (body, mask) => {
    expect((await patched(shared(), "a", body, mask)).status).toBe(400);
  });

  test("reads what a generated client leaves out as proto3 JSON means it", async () => {
    const users = shared();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=other", { content: "other" });
    await alice("POST", "/memos?memoId=sparse", {
      content: "x",
      pinned: true,
      visibility: "PUBLIC",
      relations: [{ relatedMemo: { name: "memos/other" } }],
    });
    const before = await stored(users, "sparse");
    server.clock.nowMs += 5000;
    // Unchanged fields don't change updateTime.
    for (const mask of ["visibility", "state", "create_time", "visibility,state"]) {
      expect((await patched(users, "sparse", {}, mask)).status, mask).toBe(200);
    }
    const unsaid = { visibility: "VISIBILITY_UNSPECIFIED", state: "" };
    expect((await patched(users, "sparse", unsaid, "visibility,state")).status).toBe(200);
    expect(await stored(users, "sparse")).toEqual(before);

    expect((await patched(users, "sparse", {}, "pinned")).body["pinned"]).toBe(false);
    server.clock.nowMs += 5000;
    expect((await patched(users, "sparse", {}, "update_time")).status).toBe(200);
    expect((await stored(users, "sparse")).updatedMs).toBe(server.clock.nowMs);
    expect((await alice("PATCH", "/memos/sparse/relations", {})).status).toBe(200);
    expect((await alice("GET", "/memos/sparse")).body["relations"]).toEqual([]);
    expect((await alice("PATCH", "/memos/sparse/attachments", {})).status).toBe(200);

    expect(await patched(users, "sparse", { pinned: true }, "content,pinned")).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field: "content" }] }] },
    });
    expect(await stored(users, "sparse")).toMatchObject({ content: "x", pinned: false });
    await patched(users, "sparse", { content: "" }, "content");
    expect((await patched(users, "sparse", { pinned: true }, "content,pinned")).status).toBe(200);
  });

  test("ignores what the server sets beside what can be set, and saves nothing by a misspelt mask", async () => {
    const users = shared();
    const id = await newMemo(users);
    const all = "name,creator,content,tags,snippet,property,reactions,parent,uid";
    expect((await patched(users, id, { content: "y" }, all)).body["content"]).toBe("y");
    for (const mask of ["contents,pinned", "content,colour", "name", "location.latitude"]) {
      const refused = await patched(users, id, { content: "z", pinned: true }, mask);
      expect(refused, mask).toMatchObject({ status: 400, body: { code: 3 } });
    }
    expect(await stored(users, id)).toMatchObject({ content: "y", pinned: false });
  });

  test("of a comment takes a visibility, which stays its parent's", async () => {
    const users = shared();
    await users.alice("POST", "/memos?memoId=parent", { content: "x", visibility: "PROTECTED" });
    await users.alice("POST", "/memos/parent/comments?commentId=c", { content: "c" });
    const both = await patched(users, "c", { visibility: "PUBLIC", content: "d" });
    expect(both).toMatchObject({ status: 200, body: { visibility: "PROTECTED", content: "d" } });
    const alone = await patched(users, "c", { visibility: "PUBLIC" }, "visibility");
    expect(alone).toMatchObject({ status: 200, body: { visibility: "PROTECTED" } });
  });

  test("of an attachment ignores type and externalLink beside others", async () => {
    const { alice } = shared();
    await alice("POST", "/attachments?attachmentId=f", { filename: "a.txt", content: "YQ==" });
    const body = { filename: "b.txt", type: "image/png", externalLink: "https://x.example" };
    const path = "/attachments/f?updateMask=";
    expect(await alice("PATCH", `${path}filename,type,external_link`, body)).toMatchObject({
      status: 200,
      body: { filename: "b.txt", type: "text/plain", externalLink: "" },
    });
    expect((await alice("PATCH", `${path}type`, body)).status).toBe(400);
  });
});

describe("a creation", () => {
  const shared = shareServer();

  test("is unwrapped, and says something: a text, be it empty, or files", async () => {
    const { alice } = shared();
    const wrapped = await alice("POST", "/memos?memoId=w", {
      memo: { content: "in it", visibility: "PUBLIC", row_status: "ARCHIVED" },
    });
    expect(wrapped).toMatchObject({
      status: 200,
      body: { name: "memos/w", content: "in it", visibility: "PUBLIC", state: "ARCHIVED" },
    });
    for (const body of [{}, { visibility: "PUBLIC" }, { memo: {} }, { content: null }]) {
      expect(await alice("POST", "/memos", body)).toMatchObject({
        status: 400,
        body: { details: [{ fieldViolations: [{ field: "content" }] }] },
      });
    }
    expect((await alice("POST", "/memos", { content: "" })).status).toBe(200);
    await alice("POST", "/attachments", { filename: "a.txt", content: "YQ==" });
    const filed = await alice("POST", "/memos", { resources: [{ name: "resources/1" }] });
    expect(filed).toMatchObject({ status: 200, body: { attachments: [{ filename: "a.txt" }] } });
  });

  test("finds tags by text exactly", async () => {
    const users = shared();
    await users.alice("POST", "/memos", { content: "#Work" });
    for (const [text, count] of [
      ["Wo", 1],
      ["wo", 0],
    ] as const) {
      const filter = encodeURIComponent(`tags.exists(t, t.startsWith("${text}"))`);
      const found = await users.alice("GET", `/memos?filter=${filter}`);
      expect(listOf(found, "memos"), text).toHaveLength(count);
    }
  });

  test("stores every line end as LF", async () => {
    const users = shared();
    const made = await users.alice("POST", "/memos", { content: "a\r\nb\rc\n" });
    expect(made.body["content"]).toBe("a\nb\nc\n");
  });

  test("reads enums in any case and by memos' own numbers, and nothing else", async () => {
    const { alice } = shared();
    const visibilityOf = async (visibility: unknown) => {
      const made = await alice("POST", "/memos", { content: "x", visibility });
      return made.status === 200 ? made.body["visibility"] : made.status;
    };
    expect(await visibilityOf("public")).toBe("PUBLIC");
    expect(await visibilityOf("Protected")).toBe("PROTECTED");
    expect(await visibilityOf("")).toBe("PRIVATE");
    expect(await Promise.all([0, 1, 2, 3, "3"].map(visibilityOf))).toEqual([
      "PRIVATE",
      "PRIVATE",
      "PROTECTED",
      "PUBLIC",
      "PUBLIC",
    ]);
    for (const none of [4, 5, -1, 1.5, "secret", "4"]) expect(await visibilityOf(none)).toBe(400);
    const state = async (value: unknown) => {
      const made = await alice("POST", "/memos", { content: "x", state: value });
      return made.status === 200 ? made.body["state"] : made.status;
    };
    expect(await Promise.all([1, 2, "archived", "", 3].map(state))).toEqual([
      "NORMAL",
      "ARCHIVED",
      "ARCHIVED",
      "NORMAL",
      400,
    ]);
    const role = async (value: unknown, username: string) => {
      const made = await alice("POST", "/users", {
        username,
        password: "correct horse",
        role: value,
      });
      return made.status === 200 ? made.body["role"] : made.status;
    };
    expect(await role(2, "r2x")).toBe("ADMIN");
    expect(await role(3, "r3x")).toBe("USER");
    expect(await role("admin", "rax")).toBe("ADMIN");
    expect(await role(1, "r1x")).toBe(400);
  });

  test("reads numbers that come as text in JSON's own grammar", async () => {
    const users = shared();
    const at = (latitude: unknown) =>
      users.alice("POST", "/memos", { content: "x", location: { latitude, longitude: "-2" } });
    for (const [sent, read] of [
      ["1.5", 1.5],
      ["-0", -0],
      ["1e1", 10],
      [3, 3],
    ] as const) {
      expect((await at(sent)).body["location"], String(sent)).toMatchObject({
        latitude: read === 0 ? 0 : read,
        longitude: -2,
      });
    }
    for (const sent of ["NaN", "Infinity", "", " 1", "0x10", "1e999", "01", ".5", "+1", true]) {
      expect((await at(sent)).status, String(sent)).toBe(400);
    }
    const style = { tags: { x: { backgroundColor: { red: "0.5", green: 0, blue: 1 } } } };
    const tags = await users.alice("PATCH", "/users/alice/settings/TAGS", { tagsSetting: style });
    expect(tags.body["tagsSetting"]).toMatchObject({
      tags: { x: { backgroundColor: { red: 0.5 } } },
    });
  });

  test("of an account is only checked with validateOnly", async () => {
    const { alice, bob } = shared();
    const eve = { username: "eve", password: "correct horse", role: "USER" };
    const checked = await alice("POST", "/users?validateOnly=true", eve);
    expect(checked).toMatchObject({ status: 200, body: { name: "users/eve", role: "USER" } });
    expect((await alice("GET", "/users/eve")).status).toBe(404);
    expect(
      (await alice("POST", "/users?validateOnly=true", { ...eve, username: "bob" })).status,
    ).toBe(409);
    expect(
      (await alice("POST", "/users?validate_only=true", { ...eve, password: "x" })).status,
    ).toBe(400);
    expect((await bob("POST", "/users?validateOnly=true", eve)).status).toBe(403);
    expect((await alice("POST", "/users?validateOnly=false", eve)).status).toBe(200);
  });
});

describe("a request by integer id", () => {
  const shared = shareServer(async ({ alice }) => {
    await alice("POST", "/memos?memoId=one", { content: "x", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=two", { content: "y", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=private", { content: "z" });
  });

  test("is every part of a memo, and what bodies name", async () => {
    const users = shared();
    const { alice } = users;
    await alice("POST", "/attachments", { filename: "a.txt", content: "YQ==", memo: "memos/1" });
    const reaction = await alice("POST", "/memos/1/reactions", { reaction: { reactionType: "x" } });
    expect(reaction.body["name"]).toMatch(/^memos\/one\/reactions\//);
    const comment = await alice("POST", "/memos/1/comments", { content: "c" });
    expect(comment.body["parent"]).toBe("memos/one");
    await alice("PATCH", "/memos/1/relations", {
      relations: [{ memo: { name: "memos/1" }, relatedMemo: { name: "memos/2" } }],
    });
    const share = await alice("POST", "/memos/1/shares", {});
    for (const part of [
      "comments",
      "relations",
      "reactions",
      "attachments",
      "resources",
      "shares",
      "revisions",
    ]) {
      const byNumber = await alice("GET", `/memos/1/${part}`);
      expect(byNumber.status, part).toBe(200);
      expect(byNumber.body, part).toEqual((await alice("GET", `/memos/one/${part}`)).body);
    }
    expect((await alice("GET", "/memos/one")).body["relations"]).toMatchObject([
      { relatedMemo: { name: "memos/two" }, type: "REFERENCE" },
      { type: "COMMENT" },
    ]);
    const token = String(share.body["name"]).split("/").at(-1) ?? "";
    expect((await alice("DELETE", `/memos/1/shares/${token}`)).status).toBe(200);
    const named = String(reaction.body["name"]).split("/").at(-1) ?? "";
    expect((await alice("DELETE", `/memos/1/reactions/${named}`)).status).toBe(200);
    await alice("DELETE", "/memos/1");
    expect((await alice("POST", "/memos/1:restore")).body["name"]).toBe("memos/one");
    expect((await users.bob("GET", "/memos/99/comments")).status).toBe(404);
    expect(
      (await alice("POST", "/attachments:batchDelete", { names: ["resources/1"] })).status,
    ).toBe(200);
  });

  test("does not exist for others where the memo does not", async () => {
    const { alice, bob } = shared();
    expect((await alice("GET", "/memos/3")).body["uid"]).toBe("private");
    for (const part of ["comments", "relations", "reactions", "attachments", "resources"]) {
      expect((await bob("GET", `/memos/3/${part}`)).status, part).toBe(404);
    }
  });
});

describe("resources", () => {
  const shared = shareServer();

  test("come as JSON too, are a memo's set, and are served under their number and their uid", async () => {
    const users = shared();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=one", { content: "x" });
    const made = await alice("POST", "/resources", {
      filename: "a.txt",
      type: "text/plain",
      content: "aGVsbG8=",
      memo: "memos/1",
    });
    expect(made).toMatchObject({
      status: 200,
      body: { id: 1, name: "resources/1", size: 5, linkedMemos: ["memos/1"] },
    });
    const blob = await alice("POST", "/resources", { filename: "b.txt", blob: "Ynll" });
    expect(blob).toMatchObject({ status: 200, body: { name: "resources/2", size: 3 } });
    for (const id of ["2", blob.body["uid"]]) {
      const file = await fetch(`${server.url}/file/resources/${String(id)}/b.txt`, {
        headers: { authorization: `Bearer ${users.bearer}` },
      });
      expect([file.status, await file.text()]).toEqual([200, "bye"]);
    }
    expect((await server.ask("GET", "/file/resources/2/b.txt")).status).toBe(401);
    expect((await users.bob("GET", "/resources/2")).status).toBe(404);

    const set = { resources: [{ name: "resources/2" }] };
    expect(await alice("PATCH", "/memos/1/resources", set)).toMatchObject({
      status: 200,
      body: {},
    });
    expect(listOf(await alice("GET", "/memos/one/resources"), "resources")).toMatchObject([
      { id: 2, linkedMemos: ["memos/1"] },
    ]);
    expect((await alice("PATCH", "/memos/one/resources", {})).status).toBe(200);
    expect(listOf(await alice("GET", "/memos/one/resources"), "resources")).toEqual([]);
    expect(await alice("POST", "/resources", { filename: "c", content: "%" })).toMatchObject({
      status: 400,
      body: { error: { details: [{ field: "content" }] } },
    });
  });

  test("as JSON are cut at the instance's limit", async () => {
    const users = shared();
    await users.alice("PATCH", "/instance/settings/STORAGE", {
      storageSetting: { uploadSizeLimitBytes: 1000 },
    });
    for (const size of [1001, 200_000]) {
      const content = Buffer.alloc(size).toString("base64");
      expect((await users.alice("POST", "/resources", { filename: "a", content })).status).toBe(
        413,
      );
    }
  });
});

describe("an anonymous caller, with public access", () => {
  const shared = shareServer(async ({ alice, server }) => {
    await alice("PATCH", "/instance/settings/GENERAL", { generalSetting: { publicAccess: true } });
    await alice("POST", "/memos?memoId=pub", { content: "x", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=own", { content: "x" });
    await alice("POST", "/memos?memoId=old", { content: "x", visibility: "PUBLIC" });
    await alice("DELETE", "/memos/old");
    await alice("POST", "/memos?memoId=known", { content: "x", visibility: "PROTECTED" });
    server.clock.nowMs += 1000;
    await alice("POST", "/memos?memoId=new", { content: "x", visibility: "PUBLIC" });
  });

  test("is told to sign in for everything else, whether or not it is there", async () => {
    const users = shared();
    const { alice, nobody, server } = users;
    await alice("POST", "/attachments?attachmentId=f", {
      filename: "a.txt",
      content: "YQ==",
      memo: "memos/own",
    });
    // A client would delete its copy of a memo after a 404.
    for (const id of ["own", "old", "none", "2", "99"]) {
      for (const part of [
        "",
        "/comments",
        "/attachments",
        "/relations",
        "/reactions",
        "/resources",
      ]) {
        expect((await nobody("GET", `/memos/${id}${part}`)).status, id + part).toBe(401);
      }
    }
    for (const path of ["/attachments/f", "/attachments/none"]) {
      expect((await nobody("GET", path)).status, path).toBe(401);
    }
    for (const path of [
      "/file/attachments/f/a.txt",
      "/file/attachments/none/a.txt",
      "/file/resources/1/a.txt",
    ]) {
      expect((await server.ask("GET", path)).status, path).toBe(401);
    }
    // For a signed-in user the memo is missing; the other three responses don't depend on a credential.
    expect((await users.bob("GET", "/memos/own")).status).toBe(404);
    expect((await nobody("GET", "/shares/none/memo")).status).toBe(404);
    expect((await server.ask("GET", "/file/attachments/f/a.txt?share_token=none")).status).toBe(
      404,
    );
    expect((await nobody("GET", "/nowhere")).status).toBe(404);
    expect((await nobody("GET", "/memos/pub")).status).toBe(200);
  });

  test("can read public memos in the older form, too, but not write", async () => {
    const { nobody } = shared();
    const listed = listOf(await nobody("GET", "/memos?page=1"), "data");
    expect(listed.map(({ id }) => id)).toEqual([5, 1]);
    expect((await nobody("GET", "/memos/1")).status).toBe(200);
    expect((await nobody("GET", "/memos/2")).status).toBe(401);
    expect((await nobody("DELETE", "/memos/1")).status).toBe(401);
  });
});

describe("errors", () => {
  const shared = shareServer();

  test("are said in our words, whatever the validator says", async () => {
    const users = shared();
    const messages: string[] = [];
    for (const [method, path, body] of [
      ["POST", "/memos", { content: 7 }],
      ["POST", "/memos", { content: "x", pinned: "yes" }],
      ["POST", "/memos", { content: "x", attachments: {} }],
      ["POST", "/memos", { content: "x", attachments: [{}] }],
      ["POST", "/memos", { content: "x", location: 5 }],
      ["POST", "/memos", []],
      ["POST", "/users", {}],
      ["POST", "/users", { username: "x".repeat(300), password: "correct horse" }],
      ["POST", "/users:batchGet", { usernames: Array.from({ length: 101 }, () => "x") }],
      ["POST", "/attachments:batchDelete", { names: [] }],
      ["GET", "/memos?orderBy=a&orderBy=b", undefined],
      ["GET", "/memos?page=1&order=sideways", undefined],
      ["PATCH", "/users/alice/settings/GENERAL", { generalSetting: { saveMediaMetadata: "yes" } }],
      ["PATCH", "/users/alice/settings/GENERAL", { generalSetting: { theme: "x".repeat(100) } }],
      ["PATCH", "/instance/settings/STORAGE", { storageSetting: { uploadSizeLimitBytes: "x" } }],
    ] as const) {
      const { status, body: answer } = await users.alice(method, path, body);
      expect(status, path).toBe(400);
      messages.push(JSON.stringify(answer));
    }
    for (const message of messages) {
      expect(message).not.toMatch(/invalid input|expected|received|too (?:small|big):|zod/i);
    }
    expect(messages[0]).toContain("content: must be text");
  });

  test("of an unknown path come before its body is looked at", async () => {
    const users = shared();
    const { server, bearer } = users;
    for (const body of ["{", "x".repeat(9 * 1024 * 1024)]) {
      const reply = await server.ask("POST", "/api/v1/nowhere", { bearer, body });
      expect(reply).toMatchObject({ status: 404, body: { code: 5 } });
    }
  });
});

describe("figures", () => {
  test("are named after their user, and count the state that is asked for", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await alice("POST", "/memos", { content: "x" });
    await alice("POST", "/memos", { content: "y", state: "ARCHIVED" });
    await alice("POST", "/memos", { content: "z", state: "ARCHIVED" });
    const all = async (query: string) =>
      listOf(await alice("GET", `/users:stats${query}`), "stats");
    expect(await all("")).toMatchObject([{ name: "users/alice/stats", totalMemoCount: 1 }]);
    expect(await all("?state=ARCHIVED")).toMatchObject([{ totalMemoCount: 2 }]);
    expect((await alice("GET", "/users/alice:getStats?state=archived")).body).toMatchObject({
      name: "users/alice/stats",
      totalMemoCount: 2,
    });
    expect((await alice("GET", "/users:stats?state=GONE")).status).toBe(400);
  });
});
