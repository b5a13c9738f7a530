import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers } from "../two-users.ts";

const reaction = (reactionType: string) => ({ reaction: { reactionType, contentId: "memos/x" } });

const shared = shareServer(startWithUsers);

describe("reactions", () => {
  test("of every reader are in the memo and the list, and leave updateTime alone", async () => {
    await using users = await startWithUsers();
    const { alice, bob, server } = users;
    const memo = await alice("POST", "/memos?memoId=a", { content: "", visibility: "PROTECTED" });
    server.clock.nowMs += 1000;
    const made = await bob("POST", "/memos/a/reactions", reaction("👍"));
    expect(made).toMatchObject({
      status: 200,
      body: { creator: "users/bob", contentId: "memos/a", reactionType: "👍" },
    });
    expect(made.body["name"]).toMatch(/^memos\/a\/reactions\/\w+$/);
    const read = await alice("GET", "/memos/a");
    expect(read.body["reactions"]).toEqual([made.body]);
    expect(read.body["updateTime"]).toBe(memo.body["updateTime"]);
    expect(listOf(await bob("GET", "/memos"), "memos")[0]?.["reactions"]).toEqual([made.body]);
    expect((await bob("GET", "/memos/a/reactions")).body).toEqual({
      reactions: [made.body],
      nextPageToken: "",
    });
  });

  test("A1 · a repeated reaction returns the existing one", async () => {
    const users = shared();
    const { alice } = users;
    await alice("POST", "/memos?memoId=a2", { content: "" });
    const [first, second] = await Promise.all([
      alice("POST", "/memos/a2/reactions", reaction("👍")),
      alice("POST", "/memos/a2/reactions", reaction("👍")),
    ]);
    expect(second.body).toEqual(first.body);
    await alice("POST", "/memos/a2/reactions", reaction("🎉"));
    expect((await alice("GET", "/memos/a2")).body["reactions"]).toHaveLength(2);
  });

  test("are removed by their author or an administrator, and can be added again", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    await bob("POST", "/memos?memoId=b3", { content: "", visibility: "PUBLIC" });
    const made = await carol("POST", "/memos/b3/reactions", reaction("👍"));
    const path = `/${String(made.body["name"])}`;
    expect((await bob("DELETE", path)).status).toBe(403);
    expect((await alice("DELETE", path)).status).toBe(200);
    expect((await carol("DELETE", path)).status).toBe(404);
    const again = await carol("POST", "/memos/b3/reactions", reaction("👍"));
    expect((await carol("DELETE", `/${String(again.body["name"])}`)).body).toEqual({});
    expect((await bob("GET", "/memos/b3")).body["reactions"]).toEqual([]);
  });

  test("to a hidden memo are 404", async () => {
    const users = shared();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=p4", { content: "" });
    expect((await bob("POST", "/memos/p4/reactions", reaction("👍"))).status).toBe(404);
    expect((await bob("GET", "/memos/p4/reactions")).status).toBe(404);
    expect((await bob("DELETE", "/memos/p4/reactions/x")).status).toBe(404);
  });

  test.each(["", " ", "x".repeat(65)])("rejects the type %j", async (type) => {
    const users = shared();
    const memo = await users.alice("POST", "/memos", { content: "" });
    const path = `/${String(memo.body["name"])}/reactions`;
    const made = await users.alice("POST", path, reaction(type));
    expect(made).toMatchObject({ status: 400, body: { code: 3 } });
  });

  test("count 64 emoji as 64 characters", async () => {
    const users = shared();
    await users.alice("POST", "/memos?memoId=a5", { content: "" });
    const made = await users.alice("POST", "/memos/a5/reactions", reaction("🌊".repeat(64)));
    expect(made.status).toBe(200);
  });
});

describe("comments", () => {
  test("of a parent that became private are hidden from others, with all their parts", async () => {
    const users = shared();
    const { alice, bob, carol } = users;
    await alice("POST", "/memos?memoId=a6", { content: "", visibility: "PUBLIC" });
    await bob("POST", "/memos/a6/comments?commentId=c6", { content: "said aloud" });
    expect((await carol("GET", "/memos/c6")).status).toBe(200);
    await alice("PATCH", "/memos/a6", { visibility: "PRIVATE" });
    for (const path of [
      "/memos/c6",
      "/memos/c6/reactions",
      "/memos/c6/relations",
      "/memos/c6/comments",
    ]) {
      expect((await carol("GET", path)).status, path).toBe(404);
    }
  });
});

describe("two concurrent create requests", () => {
  test("with one memoId create one memo and return one 409", async () => {
    const users = shared();
    const made = await Promise.all(
      ["one", "two"].map((content) => users.alice("POST", "/memos?memoId=same", { content })),
    );
    expect(made.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = made.find((reply) => reply.status === 200);
    expect((await users.alice("GET", "/memos/same")).body["content"]).toBe(winner?.body["content"]);
  });
});
