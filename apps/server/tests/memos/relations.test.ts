import { extrasOf } from "@tidemark/core/memo";
import { signedOutCaller } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { shareServer } from "../shared-server.ts";
import { listOf, startWithUsers } from "../two-users.ts";

const to = (id: string) => ({ relatedMemo: { name: `memos/${id}` }, type: "REFERENCE" });
const link = (from: string, target: string, type = "REFERENCE") => ({
  memo: { name: `memos/${from}` },
  relatedMemo: { name: `memos/${target}` },
  type,
});

describe("relations", () => {
  const shared = shareServer(startWithUsers);

  test("are answered from both ends with snippets, in the memo, the list and on their own", async () => {
    await using users = await startWithUsers();
    const { alice } = users;
    await alice("POST", "/memos?memoId=b", { content: "the target" });
    const made = await alice("POST", "/memos?memoId=a", {
      content: "the one",
      relations: [to("b")],
    });
    const relation = {
      memo: { name: "memos/a", snippet: "the one" },
      relatedMemo: { name: "memos/b", snippet: "the target" },
      type: "REFERENCE",
    };
    expect(made.body["relations"]).toEqual([relation]);
    for (const id of ["a", "b"]) {
      expect((await alice("GET", `/memos/${id}`)).body["relations"], id).toEqual([relation]);
      const own = await alice("GET", `/memos/${id}/relations`);
      expect(own.body, id).toEqual({ relations: [relation], nextPageToken: "" });
    }
    for (const memo of listOf(await alice("GET", "/memos"), "memos")) {
      expect(memo["relations"]).toEqual([relation]);
    }
  });

  test("A3 · of a comment follow from its parent and can't be set or replaced", async () => {
    const users = shared();
    const { alice } = users;
    await alice("POST", "/memos?memoId=a2", { content: "a" });
    await alice("POST", "/memos/a2/comments?commentId=c2", { content: "c" });
    await alice("POST", "/memos?memoId=b2", { content: "b" });
    await alice("PATCH", "/memos/a2/relations", {
      relations: [link("a2", "b2", "COMMENT"), to("a2")],
    });
    for (const id of ["a2", "c2"]) {
      const { body } = await alice("GET", `/memos/${id}/relations`);
      expect(body["relations"], id).toMatchObject([link("c2", "a2", "COMMENT")]);
    }
  });

  test("are replaced as a set, which changes updateTime once and only if something changes", async () => {
    const users = shared();
    const { alice, server } = users;
    for (const id of ["a3", "b3", "c3"]) {
      await alice("POST", `/memos?memoId=${id}`, { content: id });
    }
    const before = (await alice("GET", "/memos/a3")).body["updateTime"];
    server.clock.nowMs += 1000;
    await alice("PATCH", "/memos/a3/relations", { relations: [to("b3")] });
    const after = await alice("PATCH", "/memos/a3?updateMask=relations", { relations: [to("c3")] });
    expect(after.body["relations"]).toMatchObject([link("a3", "c3")]);
    expect(after.body["updateTime"]).not.toBe(before);
    server.clock.nowMs += 1000;
    const same = await alice("PATCH", "/memos/a3", { relations: [to("c3")] });
    expect(same.body["updateTime"]).toBe(after.body["updateTime"]);
    const cleared = await alice("PATCH", "/memos/a3?updateMask=relations", {});
    expect(cleared.body["relations"]).toEqual([]);
  });

  test("sending a whole memo back reverses no relation", async () => {
    const users = shared();
    const { alice } = users;
    await alice("POST", "/memos?memoId=b4", { content: "b" });
    await alice("POST", "/memos?memoId=a4", { content: "a", relations: [to("b4")] });
    const whole = await alice("GET", "/memos/b4");
    const back = await alice("PATCH", "/memos/b4", { ...whole.body, content: "b2" });
    expect(back.body["relations"]).toMatchObject([link("a4", "b4")]);
  });

  test("A2 · to a missing memo are rejected as a whole: 404, and nothing is written", async () => {
    const users = shared();
    const { alice, bob } = users;
    await bob("POST", "/memos?memoId=hidden5", { content: "bob's own" });
    await alice("POST", "/memos?memoId=a5", { content: "a" });
    for (const id of ["missing", "hidden5"]) {
      const body = { content: "changed", relations: [to(id)] };
      expect((await alice("PATCH", "/memos/a5", body)).status, id).toBe(404);
      expect((await alice("PATCH", "/memos/a5/relations", body)).status, id).toBe(404);
      expect((await alice("POST", "/memos?memoId=n5", body)).status, id).toBe(404);
    }
    expect((await alice("GET", "/memos/a5")).body).toMatchObject({ content: "a", relations: [] });
    expect((await alice("GET", "/memos/n5")).status).toBe(404);
  });

  test("A3 · are hidden while the other end is unreadable, and reappear with it", async () => {
    const users = shared();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=b6", { content: "b" });
    await alice("POST", "/memos?memoId=a6", {
      content: "",
      visibility: "PUBLIC",
      relations: [to("b6")],
    });
    expect((await bob("GET", "/memos/a6")).body["relations"]).toEqual([]);
    expect((await bob("GET", "/memos/a6/relations")).body["relations"]).toEqual([]);
    await alice("DELETE", "/memos/b6");
    expect((await alice("GET", "/memos/a6")).body["relations"]).toEqual([]);
    // Replacing the visible relations preserves the hidden ones.
    await alice("PATCH", "/memos/a6/relations", { relations: [] });
    await alice("POST", "/memos/b6:restore");
    expect((await alice("GET", "/memos/a6")).body["relations"]).toMatchObject([link("a6", "b6")]);
  });

  test("of a page are loaded together: as many queries for thirty memos as for three", async () => {
    const users = shared();
    const { alice, server } = users;
    for (let index = 0; index < 30; index += 1) {
      const relations = index === 0 ? [] : [to(`m${index - 1}x`)];
      await alice("POST", `/memos?memoId=m${index}x`, { content: `${index}`, relations });
    }
    const questions = await server.services.database.read(async (stores) => {
      const all = await stores.memos.findMany(Array.from({ length: 30 }, (_, i) => `m${i}x`));
      const count = async (memos: typeof all): Promise<number> => {
        let calls = 0;
        const counting = new Proxy(stores.memos, {
          get(target, key, receiver): unknown {
            calls += 1;
            return Reflect.get(target, key, receiver);
          },
        });
        const caller = { ...signedOutCaller, name: "users/alice" as const };
        const extras = await extrasOf({ ...stores, memos: counting }, caller, memos);
        expect(extras.size).toBe(memos.length);
        return calls;
      };
      return [await count(all.slice(0, 3)), await count(all)];
    });
    expect(questions[1]).toBe(questions[0]);
  });

  test("are paged", async () => {
    const users = shared();
    const { alice } = users;
    for (const id of ["b7", "c7"]) await alice("POST", `/memos?memoId=${id}`, { content: id });
    await alice("POST", "/memos?memoId=a7", { content: "", relations: [to("b7"), to("c7")] });
    const first = await alice("GET", "/memos/a7/relations?pageSize=1");
    expect(first.body["relations"]).toMatchObject([link("a7", "b7")]);
    const token = String(first.body["nextPageToken"]);
    const second = await alice("GET", `/memos/a7/relations?pageSize=1&pageToken=${token}`);
    expect(second.body).toMatchObject({ relations: [link("a7", "c7")], nextPageToken: "" });
    expect((await alice("GET", `/memos/b7/relations?pageToken=${token}`)).status).toBe(400);
  });

  test("can be replaced only by the memo's creator", async () => {
    const users = shared();
    const { alice, bob } = users;
    await alice("POST", "/memos?memoId=a8", { content: "", visibility: "PUBLIC" });
    await alice("POST", "/memos?memoId=p8", { content: "" });
    expect((await bob("PATCH", "/memos/a8/relations", { relations: [] })).status).toBe(403);
    expect((await bob("PATCH", "/memos/p8/relations", { relations: [] })).status).toBe(404);
    expect((await bob("GET", "/memos/p8/relations")).status).toBe(404);
  });
});
