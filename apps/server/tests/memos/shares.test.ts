import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers, type AskAs } from "../two-users.ts";

async function share(ask: AskAs, memo: string, body: unknown = {}): Promise<string> {
  const made = await ask("POST", `/memos/${memo}/shares`, body);
  expect(made.status).toBe(200);
  const [, token = ""] = /^memos\/[^/]+\/shares\/(\w+)$/.exec(String(made.body["name"])) ?? [];
  expect(token).toMatch(/^\w{22,}$/);
  return token;
}

describe("a share link", () => {
  const shared = shareServer(startWithUsers);

  test("opens a private memo without a credential, and nothing of the account or around it", async () => {
    const users = shared();
    const { alice, nobody } = users;
    await alice("POST", "/memos?memoId=b", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=a", {
      content: "for you",
      relations: [{ relatedMemo: { name: "memos/b" } }],
    });
    await alice("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
    await alice("POST", "/memos/a/comments", { content: "inside" });
    const token = await share(alice, "a");
    const opened = await nobody("GET", `/shares/${token}/memo`);
    expect(opened).toMatchObject({
      status: 200,
      body: { name: "memos/a", content: "for you", relations: [], reactions: [{ creator: "" }] },
    });
    for (const path of ["/memos/a", "/memos/a/comments", "/memos/b", "/users/alice"]) {
      expect((await nobody("GET", `${path}?share_token=${token}`)).status, path).toBe(401);
    }
  });

  test("is listed again with its token, and the database holds no readable one", async () => {
    const users = shared();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=listed", { content: "" });
    const token = await share(alice, "listed", { expireTime: "2999-01-01T00:00:00Z" });
    expect((await alice("GET", "/memos/listed/shares")).body).toMatchObject({
      memoShares: [{ name: `memos/listed/shares/${token}`, expireTime: "2999-01-01T00:00:00Z" }],
      nextPageToken: "",
    });
    const stored = await server.services.database.read(({ shares }) => shares.listByMemo("listed"));
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("A5 · that is unknown, expired, revoked, or of an archived memo returns the same 404", async () => {
    await using users = await startWithUsers();
    const { alice, nobody, server } = users;
    for (const id of ["expired", "revoked", "archived", "deleted"]) {
      await alice("POST", `/memos?memoId=${id}`, { content: "" });
    }
    const soon = new Date(server.clock.nowMs + 1000).toISOString();
    const expired = await share(alice, "expired", { expireTime: soon });
    const revoked = await share(alice, "revoked");
    const archived = await share(alice, "archived");
    const deleted = await share(alice, "deleted");
    server.clock.nowMs += 1000;
    expect((await alice("DELETE", `/memos/revoked/shares/${revoked}`)).body).toEqual({});
    await alice("PATCH", "/memos/archived", { state: "ARCHIVED" });
    await alice("DELETE", "/memos/deleted");
    const answers = new Set<string>();
    for (const token of [expired, revoked, archived, deleted, "x".repeat(32), "a"]) {
      const { status, body } = await nobody("GET", `/shares/${token}/memo`);
      expect(status).toBe(404);
      answers.add(JSON.stringify(body));
    }
    expect(answers.size).toBe(1);
    expect(listOf(await alice("GET", "/memos/expired/shares"), "memoShares")).toEqual([]);
    await alice("POST", "/memos/deleted:restore");
    expect((await nobody("GET", `/shares/${deleted}/memo`)).status).toBe(200);
  });

  test("with a past expiry is rejected", async () => {
    const users = shared();
    await users.alice("POST", "/memos?memoId=ended", { content: "" });
    const made = await users.alice("POST", "/memos/ended/shares", {
      expireTime: "2020-01-01T00:00:00Z",
    });
    expect(made).toMatchObject({
      status: 400,
      body: { details: [{ fieldViolations: [{ field: "expireTime" }] }] },
    });
  });

  test("is made by the creator alone; others get 403 where they can read and 404 where not", async () => {
    const users = shared();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=open", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=own", { content: "" });
    const token = await share(alice, "open");
    for (const [memo, status] of [
      ["open", 403],
      ["own", 404],
      ["missing", 404],
    ] as const) {
      expect((await bob("POST", `/memos/${memo}/shares`, {})).status, memo).toBe(status);
      expect((await bob("GET", `/memos/${memo}/shares`)).status, memo).toBe(status);
      expect((await bob("DELETE", `/memos/${memo}/shares/${token}`)).status, memo).toBe(status);
    }
    // A memo's link can't be deleted through another memo.
    expect((await alice("DELETE", `/memos/own/shares/${token}`)).status).toBe(404);
  });

  test("of another's memo is an administrator's to make: the creator is told and the log says so", async () => {
    const heard: string[] = [];
    await using users = await startWithUsers(
      {},
      { onAudit: ({ action, actor, target }) => heard.push(`${actor} ${action} ${target}`) },
    );
    const { alice, bob, nobody } = users;
    await bob("POST", "/memos?memoId=b", { content: "bob's own" });
    expect((await alice("GET", "/memos/b")).status).toBe(404);
    const token = await share(alice, "b");
    expect((await nobody("GET", `/shares/${token}/memo`)).body["content"]).toBe("bob's own");
    expect(listOf(await bob("GET", "/users/bob/notifications"), "notifications")).toMatchObject([
      { type: "MEMO_SHARE", sender: "users/alice", memo: "memos/b", status: "UNREAD" },
    ]);
    const [first] = listOf(await bob("GET", "/users/bob/notifications"), "notifications");
    await bob("PATCH", `/${String(first?.["name"])}`, { status: "ARCHIVED" });
    await alice("GET", "/memos/b/shares");
    // Listing the links sends another notification, although the first was archived.
    expect(listOf(await bob("GET", "/users/bob/notifications"), "notifications")).toMatchObject([
      { type: "MEMO_SHARE", status: "UNREAD" },
    ]);
    await alice("DELETE", `/memos/b/shares/${token}`);
    // The creator's own links aren't logged.
    const own = await share(bob, "b");
    await bob("GET", "/memos/b/shares");
    await bob("DELETE", `/memos/b/shares/${own}`);
    expect(heard.filter((line) => line.includes(" share."))).toEqual([
      "users/alice share.created memos/b",
      "users/alice share.listed memos/b",
      "users/alice share.revoked memos/b",
    ]);
  });
});

describe("files behind a share link", () => {
  test("are those of its own memo and no other's", async () => {
    await using users = await startWithUsers();
    const { alice, server } = users;
    const file = async (name: string): Promise<string> => {
      const made = await alice("POST", "/attachments", {
        filename: `${name}.txt`,
        type: "text/plain",
        content: Buffer.from(name).toString("base64"),
      });
      await alice("POST", `/memos?memoId=${name}`, { attachments: [{ name: made.body["name"] }] });
      return `${server.url}/file/${String(made.body["name"])}/${name}.txt`;
    };
    const ofA = await file("a");
    const ofB = await file("b");
    const token = await share(alice, "a");
    const opened = await fetch(`${ofA}?share_token=${token}`);
    expect([opened.status, await opened.text()]).toEqual([200, "a"]);
    expect((await fetch(`${ofB}?share_token=${token}`)).status).toBe(404);
    expect((await fetch(`${ofA}?share_token=wrong`)).status).toBe(404);
    await alice("DELETE", `/memos/a/shares/${token}`);
    expect((await fetch(`${ofA}?share_token=${token}`)).status).toBe(404);
  });
});
