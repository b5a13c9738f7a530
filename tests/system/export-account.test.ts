import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@tidemark/core";
import { isReference, reactionsOf } from "@tidemark/core/memo";
import { expect, onTestFinished, test } from "vitest";
import { listOf, startWithUsers, type TwoUsers } from "../../apps/server/tests/two-users.ts";
import { imported } from "../../packages/transfer/tests/imported.ts";
import { openProfile } from "../../packages/transfer/tests/open-profile.ts";

const picture = Buffer.from("not really a picture, but 44 bytes of content");

/** Writes one of everything that an export has, and what it hasn't. */
async function fill({ alice, bob }: TwoUsers): Promise<void> {
  const file = await bob("POST", "/attachments", {
    filename: "a b(1).txt",
    content: picture.toString("base64"),
  });
  const { name } = file.body;
  await bob("POST", "/memos?memoId=one", {
    content: `# One #tag\n\n[file](/file/${String(name)}/a%20b(1).txt)`,
    visibility: "PUBLIC",
    pinned: true,
    attachments: [{ name }],
    createTime: "2017-07-14T02:40:00.123Z",
    location: { placeholder: "Brest", latitude: 48.38, longitude: -4.49 },
  });
  await bob("POST", "/memos?memoId=two", { content: "see [one](/memos/one)" });
  await bob("PATCH", "/memos/two?updateMask=state", { state: "ARCHIVED" });
  await bob("POST", "/memos/one/comments?commentId=reply", { content: "to myself" });
  await bob("POST", "/memos/one/reactions", { reaction: { reactionType: "👍" } });
  await bob("POST", "/memos?memoId=trashed", { content: "in the trash" });
  await bob("DELETE", "/memos/trashed");
  await alice("POST", "/memos?memoId=hers", { content: "of alice", visibility: "PUBLIC" });
}

/** Returns a user's memos outside the trash, as an import restores them. */
async function contents(database: Database, user: `users/${string}`): Promise<unknown[]> {
  return database.read(async ({ memos, attachments }) => {
    const ids = await memos.idsByCreator(user, "", 100);
    const elements = await memos.elements(ids);
    const files = await attachments.listByMemos(ids);
    return (await memos.findMany(ids))
      .filter(({ deletedMs }) => deletedMs === null)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(
        ({ id, content, state, visibility, pinned, location, createdMs, updatedMs, parent }) => ({
          memo: { id, content, state, visibility, pinned, location, createdMs, updatedMs, parent },
          links: (elements.get(id) ?? []).filter(isReference).map(({ key }) => key),
          reactions: reactionsOf(elements.get(id) ?? []).map(({ reactionType }) => reactionType),
          files: files
            .filter(({ memo }) => memo === id)
            .map(({ filename, type, sha256 }) => ({ filename, type, sha256 })),
        }),
      );
  });
}

async function exported({ server }: TwoUsers, user: string, bearer: string): Promise<Response> {
  return fetch(`${server.url}/api/v1/users/${user}:export`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}` },
  });
}

test("the export of an account brings it back the same when it is imported", async () => {
  await using users = await startWithUsers();
  const { alice, bearer, server } = users;
  await fill(users);
  const reply = await exported(users, "bob", bearer);
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe("application/zip");
  expect(reply.headers.get("content-disposition")).toBe('attachment; filename="tidemark-bob.zip"');

  const dir = await mkdtemp(join(tmpdir(), "tidemark-export-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const zip = join(dir, "bob.zip");
  await writeFile(zip, Buffer.from(await reply.arrayBuffer()));
  const profile = await openProfile();
  expect((await imported(profile, zip)).counts).toMatchObject({ new: 3, problems: 0 });
  const there = await contents(server.services.database, "users/bob");
  expect(there).toHaveLength(3);
  expect(await contents(profile.database, "users/local")).toEqual(there);

  const log = listOf(await alice("GET", "/instance/auditLog"), "entries");
  expect(log).toContainEqual(
    expect.objectContaining({
      action: "export.account",
      actor: "users/alice",
      target: "users/bob",
    }),
  );
});

test("an account is exported for its user and administrators only", async () => {
  await using users = await startWithUsers();
  const { bob, bearer } = users;
  const made = await bob("POST", "/users/bob/personalAccessTokens", { scope: "write" });
  const token = String(made.body["token"]);
  expect((await exported(users, "carol", token)).status).toBe(403);
  expect((await exported(users, "eve", bearer)).status).toBe(404);
  const own = await exported(users, "bob", token);
  expect(own.status).toBe(200);
  expect(Buffer.from(await own.arrayBuffer()).toString("latin1")).toContain("tidemark.json");
});
