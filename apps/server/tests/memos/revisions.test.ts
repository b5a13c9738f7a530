import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers } from "../two-users.ts";

describe("earlier texts", () => {
  const shared = shareServer(startWithUsers);

  test("are stored by an overwrite, listed newest first and restored", async () => {
    const users = shared();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=a", { content: "one" });
    for (const content of ["two", "three"]) {
      server.clock.nowMs += 1000;
      await alice("PATCH", "/memos/a", { content });
    }
    const list = await alice("GET", "/memos/a/revisions");
    const revisions = listOf(list, "revisions");
    expect(revisions).toMatchObject([
      { content: "two", author: "users/alice", reason: "overwrite" },
      { content: "one", author: "users/alice", reason: "overwrite" },
    ]);
    server.clock.nowMs += 1000;
    const restored = await alice("POST", `/${String(revisions[1]?.["name"])}:restore`);
    expect(restored).toMatchObject({ status: 200, body: { content: "one" } });
    const after = await alice("GET", "/memos/a/revisions?pageSize=2");
    expect(listOf(after, "revisions")).toMatchObject([
      { content: "three", reason: "restore" },
      { content: "two" },
    ]);
    const token = String(after.body["nextPageToken"]);
    const rest = await alice("GET", `/memos/a/revisions?pageSize=2&pageToken=${token}`);
    expect(rest.body).toMatchObject({ revisions: [{ content: "one" }], nextPageToken: "" });
  });

  test("are for the memo's creator: 403 for others who can read the memo, 404 otherwise", async () => {
    const users = shared();
    const { alice, bob } = users;
    for (const [id, visibility] of [
      ["open", "PUBLIC"],
      ["own", "PRIVATE"],
    ] as const) {
      await alice("POST", `/memos?memoId=${id}`, { content: "one", visibility });
      await alice("PATCH", `/memos/${id}`, { content: "two" });
    }
    expect((await bob("GET", "/memos/open/revisions")).status).toBe(403);
    expect((await bob("GET", "/memos/own/revisions")).status).toBe(404);
    const [revision] = listOf(await alice("GET", "/memos/open/revisions"), "revisions");
    const path = `/${String(revision?.["name"])}:restore`;
    expect((await bob("POST", path)).status).toBe(403);
    expect((await alice("POST", path.replace("open", "own"))).status).toBe(404);
  });

  test("are deleted when the memo is purged", async () => {
    const users = shared();
    const { alice, server } = users;
    await alice("POST", "/memos?memoId=removed", { content: "one" });
    await alice("PATCH", "/memos/removed", { content: "two" });
    await alice("DELETE", "/memos/removed?force=true");
    const left = await server.services.database.read(({ revisions }) =>
      revisions.listByMemo("removed", 10),
    );
    expect(left).toEqual([]);
  });
});
