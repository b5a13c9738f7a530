import { expect, test } from "vitest";
import { type FileServer, formOf, startFileServer } from "../file-client.ts";
import { openSyncDevice, stampAt } from "../sync-device.ts";

/**
 * Returns the scopes that show each attachment, by id. Checks that each feed row has the seq of its entity,
 * and that removed attachments have no rows.
 */
async function scopesOf({ server }: FileServer): Promise<Record<string, string[]>> {
  return server.services.database.write(async ({ attachments, feed, tombstones, meta }) => {
    const shown: Record<string, string[]> = {};
    const head = await meta.headSeq();
    for (const file of await attachments.findMany(await attachments.ids("", 1000))) {
      const rows = await feed.scopesOf("attachment", file.id);
      const here = rows.filter(({ op }) => op === "up");
      for (const { seq } of here) expect(seq, file.id).toBe(file.seq);
      expect(file.seq).toBeLessThanOrEqual(head);
      expect(await tombstones.has("attachment", file.id)).toBe(false);
      shown[file.id] = here.map(({ scope }) => scope).toSorted();
    }
    return shown;
  });
}

const idOf = (attachment: Record<string, unknown>): string =>
  String(attachment["name"]).replace("attachments/", "");

test("B4: every write of an attachment over HTTP notifies devices, in every scope of its memo", async () => {
  await using api = await startFileServer();
  const { ask } = api;
  await api.bob();
  const own = "u:alice";
  await ask("POST", "/api/v1/memos?memoId=m", { content: "x", visibility: "PROTECTED" });
  const loose = idOf(await api.attach("loose.txt", "1"));
  const held = idOf(await api.attach("held.txt", "2", { memo: "memos/m" }));
  const form = formOf("form.txt", new Uint8Array([1]));
  form.set("memo", "memos/m");
  const formed = idOf((await api.upload("/file/attachments", form)).body);
  const link = { filename: "l", externalLink: "https://example.org/l" };
  const linked = idOf((await ask("POST", "/api/v1/attachments", link)).body);
  expect(await scopesOf(api)).toEqual({
    [loose]: [own],
    [held]: ["pub", own],
    [formed]: ["pub", own],
    [linked]: [own],
  });

  // Sets attachments on a memo, which removes others; creates one with a memo; renames; moves by a field.
  const set = (...ids: string[]) => ({
    attachments: ids.map((id) => ({ name: `attachments/${id}` })),
  });
  await ask("PATCH", "/api/v1/memos/m/attachments", set(loose));
  await ask("POST", "/api/v1/memos?memoId=n", { content: "y", ...set(held) });
  await ask("PATCH", `/api/v1/attachments/${linked}?updateMask=filename`, { filename: "l2" });
  await ask("PATCH", `/api/v1/attachments/${formed}?updateMask=memo`, { memo: "memos/n" });
  expect(await scopesOf(api)).toEqual({
    [loose]: ["pub", own],
    [held]: [own],
    [formed]: [own],
    [linked]: [own],
  });
  await ask("PATCH", "/api/v1/memos/n?updateMask=visibility", { visibility: "PUBLIC" });
  expect(await scopesOf(api)).toMatchObject({ [held]: ["pub", own], [formed]: ["pub", own] });
  // A comment's file is visible to the readers of the comment's parent.
  await api.askBob("POST", "/api/v1/memos/n/comments", { content: "see", memoId: "c" });
  const comments = await api.askBob("GET", "/api/v1/memos/n/comments");
  const [comment] = comments.body["memos"] as { name: string }[];
  const bobs = await api.askBob("POST", "/api/v1/attachments", {
    filename: "b",
    content: "YQ==",
    memo: comment?.name,
  });
  const bobsFile = idOf(bobs.body);
  expect((await scopesOf(api))[bobsFile]).toEqual(["pub", "u:alice", "u:bob"]);
  await ask("PATCH", "/api/v1/memos/n?updateMask=visibility", { visibility: "PRIVATE" });
  expect(await scopesOf(api)).toMatchObject({ [held]: [own], [bobsFile]: [own, "u:bob"] });

  // Removes attachments singly, in a batch, in the older form, with the memo, and with the account.
  const older = await api.server.services.database.read(({ attachments }) =>
    attachments.find(linked),
  );
  await ask("DELETE", `/api/v1/attachments/${loose}`);
  await ask("DELETE", `/api/v1/resources/${String(older?.number)}`);
  await ask("POST", "/api/v1/attachments:batchDelete", { names: [`attachments/${formed}`] });
  expect(Object.keys(await scopesOf(api)).toSorted()).toEqual([held, bobsFile].toSorted());
  await ask("DELETE", "/api/v1/memos/n?force=true");
  const bobsLoose = await api.askBob("POST", "/api/v1/attachments", {
    filename: "b2",
    content: "YQ==",
  });
  await ask("DELETE", "/api/v1/users/bob");
  expect(await scopesOf(api)).toEqual({});
  for (const id of [loose, linked, formed, held, bobsFile, idOf(bobsLoose.body)]) {
    const rows = await api.server.services.database.read(({ feed }) =>
      feed.scopesOf("attachment", id),
    );
    expect(rows.length, id).toBeGreaterThan(0);
    expect(new Set(rows.map(({ op }) => op)), id).toEqual(new Set(["del"]));
  }
});

test("B18: a long name that a device sends is shortened, and the result contains it", async () => {
  await using api = await startFileServer();
  const device = await openSyncDevice(api.server, "alice");
  const atMs = api.server.clock.nowMs;
  const [filename, short] = [`${"漢".repeat(300)}.txt`, `${"漢".repeat(251)}.txt`];
  const put = {
    kind: "attachment.put",
    entity: "long",
    stamp: stampAt(atMs),
    creator: "users/alice",
    createdMs: atMs,
    updatedMs: atMs,
    filename,
    type: "text/plain",
    sizeBytes: 0,
    sha256: null,
    externalLink: "https://example.org/l",
    memo: null,
    position: 0,
    motion: null,
    metadata: null,
    stamps: { filename: stampAt(atMs), link: stampAt(atMs) },
  };
  expect(await device.push(put)).toMatchObject({ code: "applied", row: { filename: short } });
  const set = { kind: "attachment.set", entity: "long", stamp: stampAt(atMs + 1), updatedMs: atMs };
  const renamed = await device.push({ ...set, filename: filename.replace("txt", "csv") });
  expect(renamed.row).toMatchObject({ filename: short.replace("txt", "csv") });
  expect((await device.push({ ...set, stamp: stampAt(atMs + 2), filename: "a/b" })).code).toBe(
    "invalid",
  );
});
