import { type CommitEffect, StorageError } from "@tidemark/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatabaseWatch, watchDatabase } from "../fuzz/database-digest.ts";
import { type AskAs, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Simulates a disk failure before statement number `at`, and counts the statements. */
const fault = { at: Infinity, count: 0, isDead: false, error: new Error("the disk is gone") };

function beforeStatement(sql: string): void {
  if (sql === "ROLLBACK" || sql.startsWith("ROLLBACK TO")) return;
  if (fault.count >= fault.at) {
    fault.isDead = true;
    throw fault.error;
  }
  fault.count += 1;
}

let users: TwoUsers;
let watch: DatabaseWatch;
/** Effects published after commits since the list was last cleared. */
const heard: CommitEffect[] = [];

beforeAll(async () => {
  users = await startWithUsers({}, { allowPrivateTargets: () => true }, { beforeStatement });
  const { alice, bob, carol, server } = users;
  const content = Buffer.from("bytes").toString("base64");
  for (const id of ["f1", "f2", "f3"]) {
    await alice("POST", `/attachments?attachmentId=${id}`, { filename: `${id}.txt`, content });
  }
  await alice("POST", "/spaces", { title: "Team", spaceId: "team" });
  await alice("POST", "/spaces/team/invitations", { invitee: "carol" });
  await bob("POST", "/memos?memoId=bobs", { content: "bob's #b", visibility: "PUBLIC" });
  await alice("POST", "/memos?memoId=a", {
    content: "first #one",
    visibility: "PUBLIC",
    attachments: [{ name: "attachments/f3" }],
    relations: [{ relatedMemo: { name: "memos/bobs" } }],
  });
  await bob("POST", "/memos/a/comments?commentId=c", { content: "@alice @carol" });
  await alice("POST", "/memos?memoId=gone", { content: "gone #two" });
  await alice("DELETE", "/memos/gone");
  await alice("PATCH", "/memos/a", { content: "second #one" });
  await alice("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
  // Every user has a webhook for all events, so that each write also queues deliveries.
  for (const [ask, name] of [
    [alice, "alice"],
    [bob, "bob"],
    [carol, "carol"],
  ] as const) {
    await ask("POST", `/users/${name}/webhooks`, { url: "http://127.0.0.1:9/" });
  }
  watch = await watchDatabase(server);
  server.services.database.onCommit((effects) => heard.push(...effects));
});

afterAll(async () => {
  fault.at = Infinity;
  await watch[Symbol.asyncDispose]();
  await users[Symbol.asyncDispose]();
});

type Write = (as: TwoUsers) => ReturnType<AskAs>;

/** One write of each kind, ordered by dependencies. */
const writes: readonly (readonly [name: string, write: Write])[] = [
  [
    "a memo with attachments, relations and mentions",
    ({ alice }) =>
      alice("POST", "/memos?memoId=new", {
        content: "new #three @bob",
        visibility: "PUBLIC",
        pinned: true,
        attachments: [{ name: "attachments/f1" }, { name: "attachments/f2" }],
        relations: [{ relatedMemo: { name: "memos/a" } }, { relatedMemo: { name: "memos/bobs" } }],
      }),
  ],
  [
    "an update of text, attachments and relations",
    ({ alice }) =>
      alice("PATCH", "/memos/a", {
        content: "third #four @bob",
        visibility: "PROTECTED",
        attachments: [{ name: "attachments/f2" }],
        relations: [{ relatedMemo: { name: "memos/new" } }],
      }),
  ],
  [
    "a new visibility of a memo with comments",
    ({ alice }) => alice("PATCH", "/memos/a", { visibility: "PUBLIC" }),
  ],
  [
    "a comment",
    ({ bob }) => bob("POST", "/memos/a/comments?commentId=c2", { content: "@alice again #five" }),
  ],
  [
    "a reaction",
    ({ bob }) => bob("POST", "/memos/a/reactions", { reaction: { reactionType: "🌊" } }),
  ],
  [
    "a set of attachments",
    ({ alice }) =>
      alice("PATCH", "/memos/a/attachments", {
        attachments: [{ name: "attachments/f1" }, { name: "attachments/f2" }],
      }),
  ],
  ["a set of relations", ({ alice }) => alice("PATCH", "/memos/a/relations", { relations: [] })],
  ["a share by an administrator", ({ alice }) => alice("POST", "/memos/bobs/shares", {})],
  [
    "an attachment with bytes",
    ({ alice }) =>
      alice("POST", "/attachments?attachmentId=f4", {
        filename: "f4.txt",
        content: Buffer.from("other bytes").toString("base64"),
        memo: "memos/a",
      }),
  ],
  ["a renamed attachment", ({ alice }) => alice("PATCH", "/attachments/f1", { filename: "g.txt" })],
  [
    "the end of several attachments",
    ({ alice }) =>
      alice("POST", "/attachments:batchDelete", { names: ["attachments/f1", "attachments/f2"] }),
  ],
  [
    "a setting of a user",
    ({ alice }) =>
      alice("PATCH", "/users/alice/settings/GENERAL", { generalSetting: { locale: "de" } }),
  ],
  [
    "a setting of the instance",
    ({ alice }) =>
      alice("PATCH", "/instance/settings/GENERAL", { generalSetting: { title: "Shore" } }),
  ],
  [
    "a webhook",
    ({ bob }) =>
      bob("POST", "/users/bob/webhooks", { url: "http://127.0.0.1:9/2", displayName: "two" }),
  ],
  ["a view", ({ bob }) => bob("POST", "/users/bob/views", { title: "v", filter: "pinned" })],
  [
    "an account",
    ({ alice }) =>
      alice("POST", "/users", {
        username: "dave",
        password: "correct horse",
        displayName: "Dave",
      }),
  ],
  [
    "a change of an account",
    ({ alice }) => alice("PATCH", "/users/dave", { displayName: "D", role: "ADMIN" }),
  ],
  [
    "an access token",
    ({ bob }) => bob("POST", "/users/bob/personalAccessTokens", { description: "t" }),
  ],
  ["a member of a space", ({ alice }) => alice("POST", "/spaces/team/members", { user: "bob" })],
  [
    "an invitation to a space",
    ({ alice }) => alice("POST", "/spaces/team/invitations", { invitee: "dave" }),
  ],
  [
    "an invitation that is accepted",
    ({ carol }) => carol("POST", "/spaces/team/invitations/carol:accept"),
  ],
  [
    "a space of one's own",
    ({ alice }) => alice("POST", "/spaces", { title: "Crew", spaceId: "crew" }),
  ],
  [
    "a memo in a space",
    ({ alice }) => alice("PATCH", "/memos/a", { space: "spaces/team", visibility: "SPACE" }),
  ],
  ["the end of a membership", ({ alice }) => alice("DELETE", "/spaces/team/members/bob")],
  ["the end of a space", ({ alice }) => alice("DELETE", "/spaces/team")],
  ["an archived memo", ({ alice }) => alice("PATCH", "/memos/new", { state: "ARCHIVED" })],
  ["a memo into the trash", ({ alice }) => alice("DELETE", "/memos/a")],
  ["a memo out of the trash", ({ alice }) => alice("POST", "/memos/a:restore")],
  ["the end of a memo with comments", ({ alice }) => alice("DELETE", "/memos/a?force=true")],
];

describe("a write that fails at any of its statements leaves no trace and publishes no effects", () => {
  test.each(writes)("%s", async (name, write) => {
    // The digest excludes this table, because every use of a token changes it.
    const isUnwatched = name === "an access token";
    const before = await watch.digest();
    for (let at = 0; ; at += 1) {
      Object.assign(fault, { at, count: 0, isDead: false });
      heard.length = 0;
      const { status, body } = await write(users);
      fault.at = Infinity;
      if (!fault.isDead) {
        expect(status, JSON.stringify(body)).toBe(200);
        // The write must have several statements to make the test meaningful.
        expect(at).toBeGreaterThan(2);
        break;
      }
      expect(status, `at statement ${at}`).toBe(500);
      expect((await watch.digest()) === before, `something is left of statement ${at}`).toBe(true);
      expect(heard, `told of what was undone at statement ${at}`).toEqual([]);
    }
    if (!isUnwatched) expect(await watch.digest()).not.toBe(before);
  });

  test("F27 · and a full disk returns the error of an unavailable server", async () => {
    const { alice, server } = users;
    const before = await watch.digest();
    fault.error = new StorageError("disk-full", new Error("database or disk is full"));
    Object.assign(fault, { at: 3, count: 0 });
    const { status, body } = await alice("POST", "/memos", { content: "does not fit" });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 14, message: expect.stringContaining("is full") });
    Object.assign(fault, { at: Infinity, error: new Error("the disk is gone") });
    expect(await watch.digest()).toBe(before);
    expect(server.log.some((line) => line.includes("database or disk is full"))).toBe(true);
  });

  test("and the caches match the database", async () => {
    const { alice, server } = users;
    const settings = "/instance/settings/GENERAL";
    Object.assign(fault, { at: 1, count: 0 });
    const body = { generalSetting: { allowSignUp: true } };
    expect((await alice("PATCH", settings, body)).status).toBe(500);
    fault.at = Infinity;
    expect((await alice("GET", settings)).body["generalSetting"]).toMatchObject({
      allowSignUp: false,
    });
    expect(server.services.instance.current().GENERAL.allowSignUp).toBe(false);
    expect(server.log.some((line) => line.includes("the disk is gone"))).toBe(true);
  });
});
