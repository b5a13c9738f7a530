import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reply } from "../http-server.ts";
import { addUser, type AskAs, startWithUsers, type TwoUsers } from "../two-users.ts";

// Tests the rows of the specification that no other test covers; docs/api-coverage.md lists all rows.

/** Server for the tests of this file, which use separate accounts and ids. */
let api: TwoUsers;
beforeAll(async () => {
  api = await startWithUsers();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Adds an account. Its list of memos contains only its own, because these tests share none. */
async function account(username: string): Promise<AskAs> {
  return api.as(await addUser(api.server, username));
}

interface Memo {
  readonly name: string;
}

const memosOf = (reply: Reply): Memo[] => reply.body["memos"] as Memo[];
const idsOf = (reply: Reply): string[] =>
  memosOf(reply).map(({ name }) => name.replace("memos/", ""));
const filterPath = (filter: string): string => `/memos?filter=${encodeURIComponent(filter)}`;

test("P-STATE-1 · a state that is unset or unspecified lists what is normal", async () => {
  const ask = await account("states");
  await ask("POST", "/memos?memoId=normal", { content: "a" });
  await ask("POST", "/memos?memoId=archived", { content: "b", state: "ARCHIVED" });
  for (const query of ["", "?state=STATE_UNSPECIFIED", "?state=NORMAL", "?state=0", "?state=1"]) {
    expect(idsOf(await ask("GET", `/memos${query}`)), query).toEqual(["normal"]);
  }
  expect(idsOf(await ask("GET", "/memos?state=ARCHIVED"))).toEqual(["archived"]);
});

test("P-MEMO-2 · a page holds 50 unless told, and 1000 at most", async () => {
  const ask = await account("pages");
  for (let n = 0; n < 51; n += 1) await ask("POST", "/memos", { content: `memo ${n}` });
  expect(memosOf(await ask("GET", "/memos"))).toHaveLength(50);
  const large = await ask("GET", "/memos?pageSize=5000");
  expect(memosOf(large)).toHaveLength(51);
  expect(large.body["nextPageToken"]).toBe("");
});

test("P-MEMO-3 · a list is ordered by each field, either way", async () => {
  const ask = await account("orders");
  const at = (hour: number): string => `2024-01-01T0${hour}:00:00Z`;
  const memos = [
    { id: "b", createTime: at(1), updateTime: at(9), pinned: false },
    { id: "c", createTime: at(2), updateTime: at(7), pinned: true },
    { id: "a", createTime: at(3), updateTime: at(8), pinned: false },
  ];
  for (const { id, ...fields } of memos) {
    const made = await ask("POST", `/memos?memoId=${id}`, { content: id, ...fields });
    expect(made.status).toBe(200);
  }
  const orders = {
    "": "acb",
    "create_time desc": "acb",
    "create_time asc": "bca",
    "update_time desc": "bac",
    "update_time asc": "cab",
    name: "abc",
    "name desc": "cba",
    "pinned desc, create_time asc": "cba",
    "pinned asc, name asc": "abc",
  };
  for (const [order, expected] of Object.entries(orders)) {
    const listed = await ask("GET", `/memos?orderBy=${encodeURIComponent(order)}`);
    expect(idsOf(listed).join(""), order).toBe(expected);
  }
  expect((await ask("GET", "/memos?orderBy=content")).status).toBe(400);
});

test("P-MEMO-4 · a filter knows every field", async () => {
  // Uses a separate server, because its public memo would appear in the lists of other tests.
  await using own = await startWithUsers();
  const old = "2020-01-01T00:00:00Z";
  await own.alice("POST", "/memos?memoId=plain", { content: "nothing", createTime: old });
  await own.alice("POST", "/memos?memoId=rich", {
    content: "#work see https://example.com\n\n- [ ] open\n\n`code`",
    visibility: "PUBLIC",
    pinned: true,
    location: { placeholder: "here", latitude: 1, longitude: 2 },
  });
  const both = ["rich", "plain"];
  const filters: Record<string, string[]> = {
    'content.contains("NOTH")': ["plain"],
    'creator == "users/alice"': both,
    'creator == "users/bob"': [],
    'created_ts > now - duration("1h")': ["rich"],
    'created_ts < timestamp("2021-01-01T00:00:00Z")': ["plain"],
    'updated_ts >= now - duration("1h") && pinned': ["rich"],
    "pinned == false": ["plain"],
    'visibility == "PUBLIC"': ["rich"],
    'visibility in ["PRIVATE", "PROTECTED", "SPACE"]': ["plain"],
    "space == null": both,
    'space == "spaces/none"': [],
    '"work" in tags': ["rich"],
    'tags.exists(t, t == "work")': ["rich"],
    has_task_list: ["rich"],
    has_link: ["rich"],
    has_code: ["rich"],
    has_incomplete_tasks: ["rich"],
    has_location: ["rich"],
    "!has_link || pinned": both,
  };
  for (const [filter, expected] of Object.entries(filters)) {
    const listed = await own.alice("GET", filterPath(filter));
    expect(idsOf(listed), filter).toEqual(expected);
  }
  for (const filter of ["create_time > now", 'tags == "work"', "pinned &&"]) {
    expect((await own.alice("GET", filterPath(filter))).body, filter).toMatchObject({ code: 3 });
  }
});

test("P-MEMO-10 · comments are listed by page and in the order asked for", async () => {
  const ask = await account("comments");
  await ask("POST", "/memos?memoId=m", { content: "parent" });
  for (const id of ["one", "two", "three"]) {
    await ask("POST", `/memos/m/comments?commentId=${id}`, { content: id });
  }
  const path = "/memos/m/comments?pageSize=2&orderBy=name%20desc";
  const first = await ask("GET", path);
  expect(idsOf(first)).toEqual(["two", "three"]);
  const token = String(first.body["nextPageToken"]);
  expect(token).not.toBe("");
  const second = await ask("GET", `${path}&pageToken=${encodeURIComponent(token)}`);
  expect(idsOf(second)).toEqual(["one"]);
  expect(second.body["nextPageToken"]).toBe("");
});

test("P-FILE-1 · an attachment gets the id that is asked for, or one of its own", async () => {
  const body = { filename: "a.txt", type: "text/plain", content: btoa("a") };
  const asked = await api.alice("POST", "/attachments?attachmentId=Letters123", body);
  expect(asked).toMatchObject({ status: 200, body: { name: "attachments/Letters123" } });
  const made = new Set<unknown>();
  for (const query of ["", "?attachmentId="]) {
    const reply = await api.alice("POST", `/attachments${query}`, body);
    expect(reply.body["name"]).toMatch(/^attachments\/[A-Za-z0-9]+$/);
    made.add(reply.body["name"]);
  }
  expect(made.size).toBe(2);
  for (const id of ["a/b", "%20", "ü"]) {
    const path = `/attachments?attachmentId=${encodeURIComponent(id)}`;
    expect(await api.alice("POST", path, body), id).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
  }
});

test("P-USER-1 · settings are listed by page", async () => {
  const names: unknown[] = [];
  let token = "";
  do {
    const page = await api.alice(
      "GET",
      `/users/alice/settings?pageSize=1&pageToken=${encodeURIComponent(token)}`,
    );
    const settings = page.body["settings"] as { name: string }[];
    expect(settings).toHaveLength(1);
    names.push(settings[0]?.name);
    token = String(page.body["nextPageToken"]);
  } while (token !== "");
  const whole = await api.alice("GET", "/users/alice/settings?pageSize=5000");
  expect((whole.body["settings"] as { name: string }[]).map(({ name }) => name)).toEqual(names);
  expect(names).toHaveLength(3);
  expect((await api.alice("GET", "/users/alice/settings?pageSize=-1")).status).toBe(400);
});

test("P-AUTH-3 · access tokens are an administrator's", async () => {
  const made = await api.alice("POST", "/access-tokens", {
    name: "script",
    description: "nightly",
    expiresAt: "2099-01-01T00:00:00Z",
  });
  expect(made).toMatchObject({
    status: 200,
    body: { name: "script", description: "nightly", expiresAt: "2099-01-01T00:00:00Z" },
  });
  const path = `/access-tokens/${String(made.body["id"])}`;
  expect(await api.alice("GET", path)).toMatchObject({ status: 200, body: { name: "script" } });
  for (const [method, at, body] of [
    ["POST", "/access-tokens", { name: "mine" }],
    ["GET", "/access-tokens", undefined],
    ["GET", path, undefined],
    ["DELETE", path, undefined],
  ] as const) {
    expect(await api.bob(method, at, body), `${method} ${at}`).toMatchObject({
      status: 403,
      body: { error: { code: "PERMISSION_DENIED" } },
    });
  }
  expect((await api.alice("DELETE", path)).status).toBe(200);
  expect((await api.alice("GET", path)).status).toBe(404);
});

test("P-AUTH-5 · a token that is in use is refused by the request after its end", async () => {
  const made = await api.alice("POST", "/access-tokens", { name: "script" });
  const script = api.as(String(made.body["accessToken"]));
  for (let n = 0; n < 3; n += 1) expect((await script("GET", "/auth/me")).status).toBe(200);
  await api.alice("DELETE", `/access-tokens/${String(made.body["id"])}`);
  expect((await script("GET", "/auth/me")).status).toBe(401);

  const archived = await account("leaver");
  for (let n = 0; n < 3; n += 1) expect((await archived("GET", "/auth/me")).status).toBe(200);
  await api.alice("PATCH", "/users/leaver", { state: "ARCHIVED" });
  expect((await archived("GET", "/auth/me")).status).toBe(401);

  const promoted = await account("riser");
  expect((await promoted("GET", "/users")).status).toBe(403);
  await api.alice("PATCH", "/users/riser", { role: "ADMIN" });
  expect((await promoted("GET", "/users")).status).toBe(200);
  await api.alice("PATCH", "/users/riser", { role: "USER" });
  expect((await promoted("GET", "/users")).status).toBe(403);
});
