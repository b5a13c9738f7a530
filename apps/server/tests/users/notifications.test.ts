import { describe, expect, test } from "vitest";
import { listOf, startWithUsers, type AskAs } from "../two-users.ts";

async function heard(ask: AskAs, user: string): Promise<Record<string, unknown>[]> {
  return listOf(await ask("GET", `/users/${user}/notifications`), "notifications");
}

describe("notifications", () => {
  test("are created once for a comment and a mention, with its text", async () => {
    await using users = await startWithUsers();
    const { alice, bob, carol } = users;
    await alice("POST", "/memos?memoId=a", { visibility: "PUBLIC", content: "look, @carol" });
    await bob("POST", "/memos/a/comments?commentId=c", { content: "nice, @alice and @Carol" });
    expect(await heard(alice, "alice")).toMatchObject([
      {
        type: "MEMO_COMMENT",
        sender: "users/bob",
        status: "UNREAD",
        memo: "memos/c",
        relatedMemo: "memos/a",
        snippet: "nice, @alice and @Carol",
      },
    ]);
    const carols = await heard(carol, "carol");
    expect(
      new Set(carols.map((each) => [each["type"], each["sender"], each["memo"]].join())),
    ).toEqual(new Set(["MEMO_MENTION,users/alice,memos/a", "MEMO_MENTION,users/bob,memos/c"]));
    expect(await heard(bob, "bob")).toEqual([]);
    await bob("PATCH", "/memos/c", { content: "nice, @alice and @carol, again" });
    expect(await heard(carol, "carol")).toHaveLength(2);
  });

  test("A6 · are hidden while the memo is unreadable", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a", { content: "secret of @bob and @alice" });
    expect(await heard(bob, "bob")).toEqual([]);
    await alice("PATCH", "/memos/a", { visibility: "PROTECTED" });
    expect(await heard(bob, "bob")).toMatchObject([{ type: "MEMO_MENTION", memo: "memos/a" }]);
    expect(await heard(alice, "alice")).toEqual([]);
    await alice("PATCH", "/memos/a", { visibility: "PRIVATE" });
    expect(await heard(bob, "bob")).toEqual([]);
    await alice("DELETE", "/memos/a?force=true");
    expect(await heard(bob, "bob")).toEqual([]);
  });

  test("are created for a mention added by an edit", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a", { visibility: "PUBLIC", content: "x" });
    await alice("PATCH", "/memos/a", { content: "x, and mail bob@tides.example or `@bob`" });
    expect(await heard(bob, "bob")).toEqual([]);
    await alice("PATCH", "/memos/a", { content: "x @bob" });
    expect(await heard(bob, "bob")).toHaveLength(1);
  });

  test("can be archived and deleted, only by their user", async () => {
    await using users = await startWithUsers();
    const { alice, bob, carol } = users;
    await alice("POST", "/memos?memoId=a", { visibility: "PUBLIC", content: "@bob" });
    const [one] = await heard(bob, "bob");
    const path = `/${String(one?.["name"])}`;
    expect((await carol("GET", "/users/bob/notifications")).status).toBe(404);
    expect((await carol("PATCH", path, { status: "ARCHIVED" })).status).toBe(404);
    expect((await carol("DELETE", path)).status).toBe(404);
    const away = await bob("PATCH", `${path}?updateMask=status`, { status: "ARCHIVED" });
    expect(away.body).toMatchObject({ status: "ARCHIVED", memo: "memos/a" });
    expect((await bob("PATCH", path, { status: "SEEN" })).status).toBe(400);
    expect((await bob("PATCH", path, {})).status).toBe(400);
    expect((await bob("DELETE", path)).body).toEqual({});
    expect(await heard(bob, "bob")).toEqual([]);
    await alice("PATCH", "/memos/a", { content: "@bob, once more" });
    expect(await heard(bob, "bob")).toEqual([]);
  });

  test("reach streams of the user's own scope, once each", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    await alice("POST", "/memos?memoId=a", { content: "", visibility: "PUBLIC" });
    await bob("POST", "/memos/a/comments", { content: "hi @alice" });
    const [one] = await heard(alice, "alice");
    const events = await server.services.database.read((stores) => stores.events.page(0, 100));
    expect(events.filter((event) => event.type === "notification.created")).toMatchObject([
      { name: one?.["name"], scopes: ["u:alice"] },
    ]);
  });

  test("are paged, newest first", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    for (const id of ["a", "b", "c"]) {
      server.clock.nowMs += 1000;
      await alice("POST", `/memos?memoId=${id}`, { visibility: "PUBLIC", content: "@bob" });
    }
    const first = await bob("GET", "/users/bob/notifications?pageSize=2");
    const token = String(first.body["nextPageToken"]);
    const rest = await bob("GET", `/users/bob/notifications?pageSize=2&pageToken=${token}`);
    const memos = [first, rest].flatMap((page) => listOf(page, "notifications"));
    expect(memos.map((each) => each["memo"])).toEqual(["memos/c", "memos/b", "memos/a"]);
    expect(rest.body["nextPageToken"]).toBe("");
  });

  test("aren't created for a rejected comment", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a", { content: "", visibility: "PUBLIC" });
    const refused = await bob("POST", "/memos/a/comments", {
      content: "@alice",
      relations: [{ relatedMemo: { name: "memos/missing" } }],
    });
    expect(refused.status).toBe(404);
    expect(await heard(alice, "alice")).toEqual([]);
  });
});
