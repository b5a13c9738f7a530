import { notificationsAnswerSchema } from "@tidemark/core/sync/protocol";
import { describe, expect, test } from "vitest";
import { openStream } from "../open-stream.ts";
import { codeOf, deviceOf, syncCalls } from "../sync-calls.ts";
import { listOf, startWithUsers } from "../two-users.ts";

/** Creates alice's memo with two comments of bob. */
async function commented(users: Awaited<ReturnType<typeof startWithUsers>>): Promise<void> {
  await users.alice("POST", "/memos?memoId=a", { visibility: "PUBLIC", content: "look" });
  await users.bob("POST", "/memos/a/comments?commentId=c1", { content: "nice" });
  users.server.clock.nowMs += 1000;
  await users.bob("POST", "/memos/a/comments?commentId=c2", { content: "very" });
}

describe("A25 · notifications of devices", () => {
  test("are those of the API, newest first, marked and deleted by their ids", async () => {
    await using users = await startWithUsers();
    await commented(users);
    const { calls } = await deviceOf(users.server, "alice");
    const { notifications, hasOthers } = notificationsAnswerSchema.parse(
      await calls.notifications.list.query({ pageSize: 100 }),
    );
    expect(hasOthers).toBe(true);
    expect(notifications).toMatchObject([
      { sender: "users/bob", type: "MEMO_COMMENT", memo: "c2", relatedMemo: "a", snippet: "very" },
      { memo: "c1", status: "UNREAD" },
    ]);
    const ids = notifications.map(({ id }) => id);
    const marked = await calls.notifications.setStatus.mutate({
      ids: [...ids, "nowhere"],
      status: "ARCHIVED",
    });
    expect(marked).toEqual({ missing: ["nowhere"] });
    const [last = ""] = ids;
    expect(await calls.notifications.remove.mutate({ ids: [last] })).toEqual({ missing: [] });
    expect(await calls.notifications.remove.mutate({ ids: [last] })).toEqual({ missing: [last] });
    expect(
      listOf(await users.alice("GET", "/users/alice/notifications"), "notifications"),
    ).toMatchObject([{ memo: "memos/c1", status: "ARCHIVED" }]);
  });

  test("of another user are missing, and unchanged", async () => {
    await using users = await startWithUsers();
    await commented(users);
    const alice = await deviceOf(users.server, "alice");
    const bob = await deviceOf(users.server, "bob");
    const before = await alice.calls.notifications.list.query({ pageSize: 10 });
    const ids = before.notifications.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(await bob.calls.notifications.setStatus.mutate({ ids, status: "ARCHIVED" })).toEqual({
      missing: ids,
    });
    expect(await bob.calls.notifications.remove.mutate({ ids })).toEqual({ missing: ids });
    expect((await bob.calls.notifications.list.query({ pageSize: 10 })).notifications).toEqual([]);
    expect(await alice.calls.notifications.list.query({ pageSize: 10 })).toEqual(before);
    const stranger = syncCalls(users.server);
    const asked = stranger.notifications.list.query({ pageSize: 1 });
    expect(await codeOf(asked)).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("are requested within limits", async () => {
    await using users = await startWithUsers();
    await commented(users);
    const { calls } = await deviceOf(users.server, "alice");
    const { list, setStatus, remove } = calls.notifications;
    expect((await list.query({ pageSize: 1 })).notifications).toHaveLength(1);
    const many = Array.from({ length: 101 }, (_, n) => `n${n}`);
    // Awaits all at once, so that none rejects unhandled while another is awaited.
    const refused = await Promise.all(
      [
        list.query({ pageSize: 0 }),
        list.query({ pageSize: 101 }),
        list.query({ pageSize: 1.5 }),
        setStatus.mutate({ ids: [], status: "ARCHIVED" }),
        setStatus.mutate({ ids: many, status: "ARCHIVED" }),
        setStatus.mutate({ ids: ["x".repeat(65)], status: "ARCHIVED" }),
        setStatus.mutate({ ids: [""], status: "ARCHIVED" }),
        setStatus.mutate({ ids: ["n"], status: "GONE" as "ARCHIVED" }),
        remove.mutate({ ids: [] }),
        remove.mutate({ ids: many }),
        remove.mutate({ ids: ["x".repeat(65)] }),
      ].map(codeOf),
    );
    expect(refused).toEqual(Array.from({ length: 11 }, () => [400, null]));
    expect(await remove.mutate({ ids: many.slice(1) })).toEqual({ missing: many.slice(1) });
  });

  test("end with the credential during a call", async () => {
    await using users = await startWithUsers();
    await commented(users);
    const { calls } = await deviceOf(users.server, "alice");
    const other = await deviceOf(users.server, "alice");
    const { notifications } = await calls.notifications.list.query({ pageSize: 10 });
    const ids = notifications.map(({ id }) => id);
    const own = (await calls.devices.query()).find(({ isCurrent }) => isCurrent);
    await other.calls.revokeDevice.mutate({ id: own?.id ?? "" });
    const refused = await Promise.all(
      [
        calls.notifications.list.query({ pageSize: 10 }),
        calls.notifications.setStatus.mutate({ ids, status: "ARCHIVED" }),
        calls.notifications.remove.mutate({ ids }),
      ].map(codeOf),
    );
    expect(refused).toEqual(Array.from({ length: 3 }, () => [401, "TOKEN_REVOKED"]));
    expect((await other.calls.notifications.list.query({ pageSize: 10 })).notifications).toEqual(
      notifications,
    );
  });

  test("end with the credential during a call, which does nothing more", async () => {
    await using users = await startWithUsers();
    await commented(users);
    const { calls } = await deviceOf(users.server, "alice");
    const other = await deviceOf(users.server, "alice");
    const { notifications } = await calls.notifications.list.query({ pageSize: 10 });
    const own = (await calls.devices.query()).find(({ isCurrent }) => isCurrent);
    const service = users.server.services.notifications;
    const { setStatus } = service;
    let asked = 0;
    Object.assign(service, {
      async setStatus(...args: Parameters<typeof setStatus>) {
        asked += 1;
        if (asked === 2) await other.calls.revokeDevice.mutate({ id: own?.id ?? "" });
        return setStatus(...args);
      },
    });
    const ids = notifications.map(({ id }) => id);
    const marking = calls.notifications.setStatus.mutate({ ids, status: "ARCHIVED" });
    expect(await codeOf(marking)).toEqual([401, "TOKEN_REVOKED"]);
    expect(asked).toBe(2);
    const left = await other.calls.notifications.list.query({ pageSize: 10 });
    expect(left.notifications.map(({ status }) => status)).toEqual(["ARCHIVED", "UNREAD"]);
  });

  test("poke only their user's devices, under a name that no feed has", async () => {
    await using users = await startWithUsers();
    await users.alice("POST", "/memos?memoId=a", { visibility: "PUBLIC", content: "look" });
    const { token, calls } = await deviceOf(users.server, "alice");
    const bob = await deviceOf(users.server, "bob");
    const alices = await openStream(users.server, "/sync/poke", token);
    const bobs = await openStream(users.server, "/sync/poke", bob.token);
    expect(await alices.next("connected")).toBe(true);
    expect(await bobs.next("connected")).toBe(true);
    await users.bob("POST", "/memos/a/comments?commentId=c1", { content: "nice" });
    expect(await alices.next("n:alice")).toBe(true);
    const { notifications } = await calls.notifications.list.query({ pageSize: 1 });
    const id = notifications[0]?.id ?? "";
    await calls.notifications.setStatus.mutate({ ids: [id], status: "ARCHIVED" });
    expect(await alices.next('["n:alice"]')).toBe(true);
    await calls.notifications.remove.mutate({ ids: [id] });
    expect(await alices.next('["n:alice"]')).toBe(true);
    await users.bob("POST", "/memos", { content: "the last" });
    expect(await bobs.next("u:bob")).toBe(true);
    expect(bobs.seen()).not.toContain("n:");
    await alices.cancel();
    await bobs.cancel();
  });
});

test("A23 · a server reports whether it has other users", async () => {
  await using users = await startWithUsers();
  const alice = await deviceOf(users.server, "alice");
  const bob = await deviceOf(users.server, "bob");
  const said = async ({ calls }: typeof alice): Promise<unknown> =>
    (await calls.hello.query()).hasOthers;
  expect(await said(alice)).toBe(true);
  for (const name of ["bob", "carol"]) {
    await users.alice("PATCH", `/users/${name}?updateMask=state`, { state: "ARCHIVED" });
  }
  expect(await said(alice)).toBe(false);
  expect(await codeOf(bob.calls.hello.query())).toEqual([401, expect.anything()]);
});
