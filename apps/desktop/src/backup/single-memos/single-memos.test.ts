import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { appRouter } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openHost } from "../../host/open-host.ts";

async function start() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-single-"));
  const host = await openHost({ dir, isOffline: true });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await host.close();
    isOpen = false;
  };
  onTestFinished(async () => {
    await close();
    await rm(dir, { recursive: true, force: true });
  });
  const app = appRouter.createCaller({ app: host.app });
  const write = async (content: string): Promise<string> =>
    (await app.memos.create({ content })).id;
  const backUp = async () =>
    host.backups.now({ why: "asked", signal: AbortSignal.timeout(20_000) });
  return {
    dir,
    host,
    app,
    close,
    write,
    backUp,
    async attach(memo: string, text: string): Promise<string> {
      const url = `/files?filename=rope.txt&type=text/plain&size=${Buffer.byteLength(text)}`;
      const body = async function* () {
        yield Buffer.from(text);
      };
      const reply = await host.files({ method: "POST", url, headers: {}, body: body() });
      const answer = Buffer.concat(await Array.fromAsync(reply.body ?? [])).toString();
      const { id } = parseJson(z.looseObject({ id: z.string() }), answer);
      expect(await host.app.attachments.set(memo, [id])).toMatchObject({ ok: true });
      return id;
    },
    async purge(id: string): Promise<void> {
      await app.memos.trash({ ids: [id] });
      await app.memos.purge({ ids: [id] });
    },
    async states(name: string): Promise<Record<string, string>> {
      const { memos, failure } = await app.backups.memos({ name });
      expect(failure).toBeNull();
      return Object.fromEntries(memos.map(({ text, now }) => [text.split("\n")[0], now]));
    },
    texts: async () =>
      (await app.memos.list({ pageSize: 50 })).memos.map(({ content }) => content).toSorted(),
  };
}

const bytesOf = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("single memos of a backup", () => {
  test("A39 · are listed newest first with their state, searched, and the trash comes last", async () => {
    const device = await start();
    const old = await device.write("in the trash then");
    await device.app.memos.update({ id: old, patch: { createdMs: 1000 } });
    await device.app.memos.trash({ ids: [old] });
    for (const text of ["same low water", "changed", "trashed later", "gone"]) {
      await device.write(text);
    }
    const byText = new Map(
      (await device.app.memos.list({ pageSize: 50 })).memos.map(({ id, content }) => [content, id]),
    );
    const { name } = await device.backUp();
    const idOf = (text: string): string => byText.get(text) ?? "";
    await device.app.memos.update({ id: idOf("changed"), patch: { content: "other words" } });
    await device.app.memos.trash({ ids: [idOf("trashed later")] });
    await device.purge(idOf("gone"));
    const { memos, nextCursor } = await device.app.backups.memos({ name });
    expect(memos.map(({ text, now }) => [text, now])).toEqual([
      ["gone", "gone"],
      ["trashed later", "trashed"],
      ["changed", "changed"],
      ["same low water", "same"],
    ]);
    const rest = await device.app.backups.memos({ name, cursor: nextCursor });
    expect(rest).toMatchObject({
      memos: [{ text: "in the trash then", now: "same", wasTrashed: true }],
      nextCursor: null,
    });
    const found = await device.app.backups.memos({ name, search: "WATER" });
    expect(found.memos.map(({ text }) => text)).toEqual(["same low water"]);
    await expect(device.app.backups.memos({ name: "tidemark-none" })).rejects.toThrow("not found");
  });

  test("A39a · a changed one gets its text back as an edit, with both texts in the history", async () => {
    const device = await start();
    const id = await device.write("as it was");
    const { name } = await device.backUp();
    await device.app.memos.update({ id, patch: { content: "as it is" } });
    const done = await device.app.backups.restoreMemos({ name, ids: [id] });
    expect(done).toMatchObject({ restored: 1, refused: 0, failure: null });
    expect(await device.texts()).toEqual(["as it was"]);
    const history = await device.app.memos.revisions({ id });
    expect(history.map(({ content }) => content)).toContain("as it is");
    expect(await device.states(name)).toEqual({ "as it was": "same" });
    // Again, it changes nothing.
    expect(await device.app.backups.restoreMemos({ name, ids: [id] })).toMatchObject({
      restored: 0,
      undo: null,
    });
    await device.app.backups.undoRestoreMemos({ undo: done.undo ?? "" });
    expect(await device.texts()).toEqual(["as it is"]);
    await expect(device.app.backups.undoRestoreMemos({ undo: done.undo ?? "" })).rejects.toThrow(
      "not found",
    );
  });

  test("A39a · undoing leaves a memo alone that was changed since", async () => {
    const device = await start();
    const id = await device.write("as it was");
    const { name } = await device.backUp();
    await device.app.memos.update({ id, patch: { content: "as it is" } });
    const { undo } = await device.app.backups.restoreMemos({ name, ids: [id] });
    await device.app.memos.update({ id, patch: { content: "written since" } });
    await device.app.backups.undoRestoreMemos({ undo: undo ?? "" });
    expect(await device.texts()).toEqual(["written since"]);
  });

  test("A39b · a removed one comes back with its time, tags, files, comments and links", async () => {
    const device = await start();
    const id = await device.write("#sea the rope");
    const file = await device.attach(id, "the bytes of the rope");
    const content = `#sea the rope\n![rope](/file/attachments/${file}/rope.txt)`;
    await device.app.memos.update({ id, patch: { content, createdMs: 86_400_000, pinned: true } });
    const comment = (await device.app.memos.create({ content: "a comment", parent: id })).id;
    await device.app.memos.create({ content: "an answer", parent: comment });
    const linking = await device.write(`see [rope](/memos/${id})`);
    const { name } = await device.backUp();
    await device.app.attachments.remove({ ids: [file] });
    for (const each of [id, linking]) await device.purge(each);
    expect(await device.texts()).toEqual([]);
    const sha = bytesOf("the bytes of the rope");
    await rm(join(device.dir, "blobs/kept", sha.slice(0, 2), sha), { force: true });

    const done = await device.app.backups.restoreMemos({ name, ids: [linking, id] });
    expect(done).toMatchObject({ refused: 0, missingFiles: 0, failure: null });
    const { memos } = await device.app.memos.list({ pageSize: 50 });
    const rope = memos.find(({ tags }) => tags.includes("sea"));
    expect(rope).toMatchObject({ createdMs: 86_400_000, pinned: true, tags: ["sea"] });
    expect(rope?.id).not.toBe(id);
    const [attached] = rope?.attachments ?? [];
    expect(attached).toMatchObject({ filename: "rope.txt", isHere: true });
    expect(rope?.content).toContain(`/file/attachments/${attached?.id}/rope.txt`);
    const link = memos.find(({ content: text }) => text.startsWith("see"));
    expect(link?.content).toBe(`see [rope](/memos/${rope?.id})`);
    const comments = await device.app.memos.comments({ id: rope?.id ?? "" });
    expect(comments.map(({ content: text }) => text)).toEqual(["a comment"]);
    const answers = await device.app.memos.comments({ id: comments[0]?.id ?? "" });
    expect(answers.map(({ content: text }) => text)).toEqual(["an answer"]);
    const states = await device.states(name);
    expect(new Set(Object.values(states))).toEqual(new Set(["same"]));

    // Restoring again doesn't make a second one, and undoing puts the first one in the trash.
    expect(await device.app.backups.restoreMemos({ name, ids: [id, linking] })).toMatchObject({
      restored: 0,
    });
    await device.app.backups.undoRestoreMemos({ undo: done.undo ?? "" });
    expect(await device.texts()).toEqual([]);
    expect(await device.states(name)).toMatchObject({ "#sea the rope": "trashed" });
    await device.app.backups.restoreMemos({ name, ids: [id] });
    expect((await device.texts()).length).toBe(1);
  });

  test("A39b · is private, and a comment comes back with the memo it was on", async () => {
    const device = await start();
    const id = await device.write("shared once");
    await device.app.memos.update({ id, patch: { visibility: "PUBLIC" } });
    const comment = (await device.app.memos.create({ content: "on it", parent: id })).id;
    const { name } = await device.backUp();
    await device.purge(id);
    await device.app.backups.restoreMemos({ name, ids: [comment] });
    const { memos } = await device.app.memos.list({ pageSize: 50 });
    expect(memos).toMatchObject([{ content: "shared once", visibility: "PRIVATE" }]);
    const comments = await device.app.memos.comments({ id: memos[0]?.id ?? "" });
    expect(comments.map(({ content }) => content)).toEqual(["on it"]);
    // A comment alone that was removed comes back under the memo.
    await device.purge(comments[0]?.id ?? "");
    expect(await device.states(name)).toMatchObject({ "on it": "gone", "shared once": "same" });
    await device.app.backups.restoreMemos({ name, ids: [comment] });
    expect(await device.app.memos.comments({ id: memos[0]?.id ?? "" })).toHaveLength(1);
  });

  test("A39a · one in the trash leaves it, with its earlier text", async () => {
    const device = await start();
    const id = await device.write("as it was");
    const { name } = await device.backUp();
    await device.app.memos.update({ id, patch: { content: "changed" } });
    await device.app.memos.trash({ ids: [id] });
    const { undo } = await device.app.backups.restoreMemos({ name, ids: [id] });
    expect(await device.texts()).toEqual(["as it was"]);
    await device.app.backups.undoRestoreMemos({ undo: undo ?? "" });
    expect(await device.texts()).toEqual([]);
    expect((await device.app.memos.get({ id })).content).toBe("changed");
  });

  test("A39c · a damaged backup is named as damaged, and nothing is changed or left behind", async () => {
    const device = await start();
    await device.write("low water");
    const { name, path } = await device.backUp();
    const file = join(path, "tidemark.db");
    const bytes = await readFile(file);
    await writeFile(file, Buffer.from(bytes).fill(7, 4096 * 3, 4096 * 12));
    expect(await device.app.backups.memos({ name })).toMatchObject({ failure: "damaged" });
    await writeFile(file, "no database at all");
    expect(await device.app.backups.memos({ name })).toMatchObject({ failure: "damaged" });
    await rm(file);
    expect(await device.app.backups.memos({ name })).toMatchObject({ failure: "damaged" });
    expect(await device.app.backups.restoreMemos({ name, ids: ["x"] })).toMatchObject({
      failure: "damaged",
      restored: 0,
    });
    expect((await readdir(device.dir)).filter((each) => each.includes("reading"))).toEqual([]);
  });

  test("A39c · the copy that is read is deleted after use, when the app closes, and at its start", async () => {
    const device = await start();
    await device.write("low water");
    const { name, path } = await device.backUp();
    const before = await readFile(join(path, "tidemark.db"));
    const copies = async (): Promise<string[]> =>
      (await readdir(device.dir)).filter((each) => each.includes("reading"));
    await device.app.backups.memos({ name });
    expect(await copies()).not.toEqual([]);
    await device.app.backups.leaveMemos();
    expect(await copies()).toEqual([]);
    await device.app.backups.memos({ name });
    await device.close();
    expect(await copies()).toEqual([]);
    expect(await readdir(path)).toHaveLength(3);
    expect(await readFile(join(path, "tidemark.db"))).toEqual(before);
    await writeFile(join(device.dir, "tidemark.db.reading.partial"), "left by a kill");
    const again = await openHost({ dir: device.dir, isOffline: true });
    await again.close();
    expect(await copies()).toEqual([]);
  });

  test("A39b · a file whose content is missing or changed in the backup is counted, the memo comes", async () => {
    const device = await start();
    const id = await device.write("two files");
    const file = await device.attach(id, "the rope");
    const { name, path } = await device.backUp();
    await device.app.attachments.remove({ ids: [file] });
    await device.purge(id);
    const sha = bytesOf("the rope");
    await rm(join(device.dir, "blobs/kept", sha.slice(0, 2), sha), { force: true });
    const content = join(path, "../files", sha.slice(0, 2), sha);
    await rm(content);
    await writeFile(content, "the ROPE");
    expect(await device.app.backups.restoreMemos({ name, ids: [id] })).toMatchObject({
      restored: 1,
      missingFiles: 1,
    });
    const { memos } = await device.app.memos.list({ pageSize: 50 });
    expect(memos).toMatchObject([{ content: "two files", attachments: [] }]);
  });
});
