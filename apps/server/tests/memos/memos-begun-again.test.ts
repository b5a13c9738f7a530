import { describe, expect, test } from "vitest";
import { listOf, startWithUsers } from "../two-users.ts";

describe("the id of a memo in the trash", () => {
  test("works as a new one: nothing of the old memo shows but its history and its comments", async () => {
    await using users = await startWithUsers();
    const { alice, bob, nobody, server } = users;
    await alice("POST", "/memos?memoId=other", { content: "other", visibility: "PUBLIC" });
    await alice("POST", "/attachments?attachmentId=file", { filename: "a.txt", content: "YQ==" });
    const first = await alice("POST", "/memos?memoId=x", {
      content: "the old text",
      visibility: "PUBLIC",
      pinned: true,
      state: "NORMAL",
      createTime: "2001-01-01T00:00:00Z",
      location: { latitude: 1, longitude: 2 },
      attachments: [{ name: "attachments/file" }],
      relations: [{ relatedMemo: { name: "memos/other" } }],
    });
    await bob("POST", "/memos/x/comments?commentId=c", { content: "a comment" });
    await bob("POST", "/memos/x/reactions", { reaction: { reactionType: "👍" } });
    const share = await alice("POST", "/memos/x/shares", {});
    const token = String(share.body["name"]).split("/").at(-1) ?? "";
    expect((await nobody("GET", `/shares/${token}/memo`)).status).toBe(200);
    const headId = await server.services.database.read(({ events }) => events.headId());
    await alice("DELETE", "/memos/x");
    expect((await bob("GET", "/memos/c")).status).toBe(404);
    server.clock.nowMs += 5000;

    const again = await alice("POST", "/memos?memoId=x", { content: "a new text" });
    expect(again).toMatchObject({
      status: 200,
      body: {
        name: "memos/x",
        id: first.body["id"],
        content: "a new text",
        visibility: "PRIVATE",
        pinned: false,
        state: "NORMAL",
        attachments: [],
        reactions: [],
        relations: [{ type: "COMMENT", memo: { name: "memos/c" } }],
      },
    });
    expect(again.body).not.toHaveProperty("location");
    expect(again.body).not.toHaveProperty("deleteTime");
    expect(again.body["createTime"]).toBe(again.body["updateTime"]);
    expect((await nobody("GET", `/shares/${token}/memo`)).status).toBe(404);
    expect(listOf(await alice("GET", "/memos/x/shares"), "memoShares")).toEqual([]);
    expect(listOf(await alice("GET", "/memos/x/revisions"), "revisions")).toMatchObject([
      { content: "the old text" },
    ]);
    // The file stays in the library, and the comment is as private as its parent.
    expect((await alice("GET", "/attachments/file")).body).not.toHaveProperty("memo");
    expect(listOf(await alice("GET", "/memos/x/comments"), "memos")).toMatchObject([
      { name: "memos/c", visibility: "PRIVATE" },
    ]);
    expect((await bob("GET", "/memos/x")).status).toBe(404);
    const { events } = await server.services.database.read(async (stores) => ({
      events: await stores.events.page(headId, 100),
    }));
    expect(events.filter(({ memo }) => memo === "x").map(({ type }) => type)).toEqual([
      "memo.created",
    ]);
  });

  test("takes what the body names, and once it is back it is taken", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await alice("POST", "/memos?memoId=x", { content: "same" });
    await alice("DELETE", "/memos/x");
    const again = await alice("POST", "/memos?memoId=x", {
      content: "same",
      visibility: "PUBLIC",
      pinned: true,
      createTime: "2001-01-01T00:00:00Z",
    });
    expect(again).toMatchObject({
      status: 200,
      body: { visibility: "PUBLIC", pinned: true, createTime: "2001-01-01T00:00:00Z" },
    });
    expect((await alice("POST", "/memos?memoId=x", { content: "y" })).status).toBe(409);
  });

  test("tells webhooks of a new memo", async () => {
    await using users = await startWithUsers({}, { allowPrivateTargets: () => true });
    const { alice, server } = users;
    const hook = { url: "http://127.0.0.1:9/", displayName: "", events: ["memo.created"] };
    await alice("POST", "/users/alice/webhooks", hook);
    await alice("POST", "/memos?memoId=x", { content: "one" });
    await alice("DELETE", "/memos/x");
    await alice("POST", "/memos?memoId=x", { content: "two" });
    const [webhook] = await server.services.database.read(({ webhooks }) =>
      webhooks.listByUser("users/alice"),
    );
    const heard = await server.services.database.read(({ deliveries }) =>
      deliveries.listByWebhook(webhook?.id ?? "", 10),
    );
    expect(heard.map(({ event }) => event)).toEqual(["memo.created", "memo.created"]);
  });

  test("A15b · is taken where it belongs to someone else, a comment, gone for good, or away with its parent", async () => {
    await using users = await startWithUsers();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a", { content: "a", visibility: "PUBLIC" });
    await bob("POST", "/memos?memoId=b", { content: "b", visibility: "PUBLIC" });
    await bob("DELETE", "/memos/b");
    await alice("POST", "/memos/a/comments?commentId=c1", { content: "c" });
    await alice("POST", "/memos/a/comments?commentId=c2", { content: "c" });
    await alice("DELETE", "/memos/c1");
    await alice("POST", "/memos?memoId=p", { content: "p" });
    await alice("DELETE", "/memos/p?force=true");
    await alice("POST", "/memos?memoId=t", { content: "t" });
    await alice("DELETE", "/memos/t");
    await alice("DELETE", "/memos/a");
    for (const id of ["b", "c1", "c2", "p"]) {
      const refused = await alice("POST", `/memos?memoId=${id}`, { content: "new" });
      expect(refused, id).toMatchObject({ status: 409, body: { code: 6 } });
    }
    await alice("POST", "/memos?memoId=live", { content: "x" });
    const comment = await alice("POST", "/memos/live/comments?commentId=t", { content: "x" });
    expect(comment.status).toBe(409);
  });
});
