import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HttpServer } from "../http-server.ts";
import { openSyncDevice } from "../sync-device.ts";
import { listOf, startWithUsers, type TwoUsers } from "../two-users.ts";

/** Returns the stored contents of files. */
function contentsOf({ folder }: HttpServer): string[] {
  return readdirSync(join(folder, "blobs", "kept"), { recursive: true })
    .map(String)
    .filter((name) => name.length > 2);
}

async function attach(ask: TwoUsers["bob"], memo: string, content: string): Promise<void> {
  const sent = { filename: "a.txt", content: Buffer.from(content).toString("base64") };
  const made = await ask("POST", "/attachments", sent);
  if (memo === "") return;
  const set = await ask("PATCH", `/memos/${memo}/attachments`, { attachments: [made.body] });
  expect(set.status).toBe(200);
}

/** Lets bob write whatever an account can have, and others beside it. */
async function writeAll({ alice, bob, carol }: TwoUsers): Promise<void> {
  for (const id of ["b1", "b2"]) {
    await bob("POST", `/memos?memoId=${id}`, { content: `${id} bobs-words`, visibility: "PUBLIC" });
  }
  await alice("POST", "/memos?memoId=a", { content: "of alice", visibility: "PUBLIC" });
  await bob("POST", "/memos/a/comments?commentId=c1", { content: "bobs-words too" });
  await carol("POST", "/memos/c1/comments?commentId=c2", { content: "a reply" });
  await carol("POST", "/memos/b1/comments?commentId=c3", { content: "a comment" });
  await carol("POST", "/memos/a/comments?commentId=c4", { content: "beside it" });
  for (const reactionType of ["👍", "🌊"]) {
    await bob("POST", "/memos/a/reactions", { reaction: { reactionType } });
  }
  await carol("POST", "/memos/a/reactions", { reaction: { reactionType: "👍" } });
  await attach(bob, "b1", "on a memo");
  await attach(bob, "", "in the library");
  await attach(bob, "b2", "alice has it too");
  await attach(alice, "a", "alice has it too");
  await bob("POST", "/memos/b1/shares", {});
  await bob("POST", "/users/bob/personalAccessTokens", { description: "script" });
  await bob("POST", "/users/bob/webhooks", { url: "https://example.org/", displayName: "hook" });
}

const purged = {
  memos: 2,
  comments: 1,
  commentsByOthers: 2,
  attachments: 3,
  memosWithReactions: 1,
  shareLinks: 1,
  webhooks: 1,
  accessTokens: 1,
};

/** Expects that nothing of bob is left, and everything of others. */
async function expectGone({ alice, carol, server }: TwoUsers): Promise<void> {
  const { database } = server.services;
  for (const id of ["b1", "b2", "c1", "c2", "c3"]) {
    expect(await database.read(({ memos }) => memos.find(id)), id).toBeNull();
  }
  expect((await carol("GET", "/memos/c4")).status).toBe(200);
  const reactions = listOf(await alice("GET", "/memos/a/reactions"), "reactions");
  expect(reactions.map(({ creator }) => creator)).toEqual(["users/carol"]);
  const files = await database.read(({ attachments }) => attachments.ids("", 10));
  expect(files).toHaveLength(1);
  expect(contentsOf(server)).toHaveLength(1);
  expect((await alice("POST", "/users", { username: "bob", password: "a long one" })).status).toBe(
    409,
  );
}

test("A8a · removes what an account has for good, and nothing of others", async () => {
  await using users = await startWithUsers();
  const { alice, bob, carol, server } = users;
  await writeAll(users);
  const device = await openSyncDevice(server, "carol");
  server.clock.nowMs += 120_000;
  expect((await carol("DELETE", "/users/bob?purge=true")).status).toBe(403);
  expect((await alice("DELETE", "/users/bob?purge=true")).body).toEqual({ purged });
  expect((await bob("GET", "/auth/me")).status).toBe(401);
  await expectGone(users);
  const own = await device.snapshot();
  expect(JSON.stringify(own)).not.toContain("c3");
  const log = listOf(await alice("GET", "/instance/auditLog"), "entries");
  const target = "users/bob";
  for (const action of ["account.purged", "account.closed"]) {
    expect(log).toContainEqual(expect.objectContaining({ action, actor: "users/alice", target }));
  }
});

test("A8a · goes on where it stopped, by the next start or by repeating it", async () => {
  await using users = await startWithUsers();
  const { alice, bob, server } = users;
  await writeAll(users);
  server.clock.nowMs += 120_000;
  const { gate } = server;
  let writes = 0;
  const stopAfter = (count: number) => {
    writes = 0;
    gate.pause = async () => {
      writes += 1;
      if (writes > count) throw new Error("stopped");
    };
  };
  stopAfter(5);
  expect((await bob("DELETE", "/users/bob?purge=true")).status).toBe(500);
  gate.pause = null;
  expect((await alice("DELETE", "/users/bob")).status).toBe(404);
  stopAfter(6);
  await expect(server.services.users.finishClosing()).rejects.toThrow("stopped");
  gate.pause = null;
  await server.services.users.finishClosing();
  await server.services.upkeep();
  await expectGone(users);
  expect((await alice("DELETE", "/users/BOB?purge=true")).body).toEqual({
    purged: Object.fromEntries(Object.keys(purged).map((key) => [key, 0])),
  });
  expect((await alice("DELETE", "/users/eve?purge=true")).status).toBe(404);
});

test("takes an account out of the trash that was closed before, but not the last administrator", async () => {
  await using users = await startWithUsers();
  const { alice, bob, server } = users;
  await bob("POST", "/memos?memoId=b", { content: "bobs-words" });
  await alice("DELETE", "/users/bob");
  expect(await server.services.database.read(({ memos }) => memos.find("b"))).not.toBeNull();
  const done = await alice("DELETE", "/users/bob?purge=true");
  expect(done.body).toMatchObject({ purged: { memos: 1 } });
  expect(await server.services.database.read(({ memos }) => memos.find("b"))).toBeNull();
  expect((await alice("DELETE", "/users/alice?purge=true")).body).toMatchObject({
    message: "the last administrator can't be removed",
  });
  expect((await alice("GET", "/auth/me")).status).toBe(200);
});
