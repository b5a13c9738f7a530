import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openHost } from "./open-host.ts";

type AppCaller = ReturnType<typeof appRouter.createCaller>;

/** Opens the app router over a real profile, as the page calls it. */
async function openProfile(): Promise<{ app: AppCaller; reopen(): Promise<AppCaller> }> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-tags-"));
  let host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true });
  });
  return {
    app: appRouter.createCaller({ app: host.app }),
    async reopen() {
      await host.close();
      host = await openHost({ dir });
      return appRouter.createCaller({ app: host.app });
    },
  };
}

const openApp = async (): Promise<AppCaller> => (await openProfile()).app;

async function write(app: AppCaller, texts: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of texts) ids.push((await app.memos.create({ content })).id);
  return ids;
}

async function textsOf(app: AppCaller, ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await app.memos.get({ id })).content));
}

const until = async (app: AppCaller, state: string) =>
  vi.waitFor(
    async () => {
      const { run } = await app.tags.status();
      expect(run).toMatchObject({ state });
      return run!;
    },
    { interval: 5 },
  );

const treeOf = async (app: AppCaller) =>
  (await app.tags.tree()).map(({ tag, count, under }) => [tag, count, under]);

describe("F34 · the tree of tags", () => {
  test("counts each memo once under each parent, and includes parents that no memo has", async () => {
    const app = await openApp();
    const [, archived] = await write(app, ["#a/b and #a/c", "#a", "#a #a/b/d", "#x/y", "#a+ #z"]);
    await app.memos.update({ id: archived!, patch: { state: "ARCHIVED" } });
    expect(await treeOf(app)).toEqual([
      ["a", 1, 2],
      ["a+", 1, 1],
      ["a/b", 1, 2],
      ["a/b/d", 1, 1],
      ["a/c", 1, 1],
      ["x", 0, 1],
      ["x/y", 1, 1],
      ["z", 1, 1],
    ]);
    const listed = await app.memos.list({ tag: "a/*" });
    expect(listed.memos.map(({ content }) => content)).toEqual(["#a #a/b/d", "#a/b and #a/c"]);
    expect((await app.memos.list({ tag: "a" })).memos).toHaveLength(1);
  });
});

describe("A21 · a tag is changed in every memo", () => {
  test("previews the change without making it", async () => {
    const app = await openApp();
    const ids = await write(app, ["the #boat", "#boat/winter", "#ship", "`#boat`"]);
    const preview = await app.tags.preview({ from: "#boat", to: "ship" });
    expect(preview).toMatchObject({ from: "boat", to: "ship", count: 2, merged: 1, others: 0 });
    expect(preview.first.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect(await textsOf(app, ids)).toEqual(["the #boat", "#boat/winter", "#ship", "`#boat`"]);
    await expect(app.tags.preview({ from: "boat", to: "no tag" })).rejects.toThrow(/not a tag/u);
    await expect(app.tags.change({ from: "boat", to: "#boat" })).rejects.toThrow(/same tag/u);
  });

  test("renames it with its subtags and styles, and undoes that", async () => {
    const app = await openApp();
    const texts = ["the #boat", "#boat/winter #boat/winter", "#ship", "`#boat` #boats", "no tag"];
    const ids = await write(app, texts);
    const style = { blurContent: true };
    await app.settings.setTags({ boat: style, "boat/winter": { blurContent: false } });
    const { id } = await app.tags.change({ from: "boat", to: "ship" });
    expect(await until(app, "done")).toMatchObject({ total: 2, changed: 2, left: 0 });
    expect(await textsOf(app, ids)).toEqual([
      "the #ship",
      "#ship/winter #ship/winter",
      "#ship",
      "`#boat` #boats",
      "no tag",
    ]);
    expect((await app.settings.tags()).tags).toEqual({
      ship: style,
      "ship/winter": { blurContent: false },
    });
    await app.tags.undo({ id });
    expect(await until(app, "undone")).toMatchObject({ undone: 2 });
    expect(await textsOf(app, ids)).toEqual(texts);
    expect((await app.settings.tags()).tags).toEqual({
      boat: style,
      "boat/winter": { blurContent: false },
    });
  });

  test("moves it up to its parent, even if new names equal old ones", async () => {
    const app = await openApp();
    const ids = await write(app, ["#a/b", "#a/b/b", "#a/b/b/b #a"]);
    const { id } = await app.tags.change({ from: "a/b", to: "a" });
    await until(app, "done");
    expect(await textsOf(app, ids)).toEqual(["#a", "#a/b", "#a/b/b #a"]);
    await app.tags.undo({ id });
    await until(app, "undone");
    expect(await textsOf(app, ids)).toEqual(["#a/b", "#a/b/b", "#a/b/b/b #a"]);
  });

  test("removes it with its subtags, and undoes that", async () => {
    const app = await openApp();
    const texts = ["Sail\n\n#boat #sea", "the #boat/winter ends", "#boats"];
    const ids = await write(app, texts);
    const { id } = await app.tags.change({ from: "boat", to: null });
    expect(await until(app, "done")).toMatchObject({ changed: 2 });
    expect(await textsOf(app, ids)).toEqual(["Sail\n\n#sea", "the boat/winter ends", "#boats"]);
    await app.memos.update({ id: ids[1]!, patch: { content: "the boat/winter ends well" } });
    await app.tags.undo({ id });
    await until(app, "undone");
    expect(await textsOf(app, ids)).toEqual([texts[0], "the #boat/winter ends well", texts[2]]);
  });

  test("A21c · undo keeps later edits, and later uses of the new name", async () => {
    const app = await openApp();
    const ids = await write(app, ["the #boat sails", "#ship"]);
    const { id } = await app.tags.change({ from: "boat", to: "ship" });
    await until(app, "done");
    await app.memos.update({ id: ids[0]!, patch: { content: "Today the #ship sails. #ship" } });
    const [late] = await write(app, ["a new #ship"]);
    await app.tags.undo({ id });
    await until(app, "undone");
    expect(await textsOf(app, [...ids, late!])).toEqual([
      "Today the #boat sails. #ship",
      "#ship",
      "a new #ship",
    ]);
  });

  test("A21b · changes archived memos and comments, but no trashed memos and no tags that would get too long", async () => {
    const app = await openApp();
    const tooLong = `#boat/${"x".repeat(90)}`;
    const ids = await write(app, ["#boat 1", "#boat 2", tooLong, "on #boat"]);
    await app.memos.update({ id: ids[0]!, patch: { state: "ARCHIVED" } });
    await app.memos.trash({ ids: [ids[1]!] });
    const comment = await app.memos.create({ content: "and #boat", parent: ids[3]! });
    await app.tags.change({ from: "boat", to: "the-whole-fleet-of-boats" });
    expect(await until(app, "done")).toMatchObject({ total: 4, changed: 3, left: 1 });
    const [first, second, third] = await textsOf(app, ids);
    expect([first, second, third]).toEqual(["#the-whole-fleet-of-boats 1", "#boat 2", tooLong]);
    expect(await textsOf(app, [comment.id])).toEqual(["and #the-whole-fleet-of-boats"]);
    expect((await app.tags.status()).late).toEqual([]);
  });

  test("A21a · runs in pieces, can be stopped, and resumes after a restart", async () => {
    const { app, reopen } = await openProfile();
    const ids = await write(
      app,
      Array.from({ length: 300 }, (_, at) => `${at} #boat`),
    );
    const { id } = await app.tags.change({ from: "boat", to: "ship" });
    await app.tags.stop();
    const stopped = await until(app, "stopped");
    expect(stopped.changed).toBeLessThan(300);
    await expect(app.tags.change({ from: "ship", to: "boat" })).resolves.toBeTruthy();
    await until(app, "done");
    // The first run can't be undone, since a later one exists.
    await app.tags.undo({ id });
    expect((await app.tags.status()).run).toMatchObject({ state: "done" });

    const second = await app.tags.change({ from: "boat", to: "ship" });
    const again = await reopen();
    expect(await until(again, "done")).toMatchObject({ id: second.id, changed: 300 });
    await again.tags.undo({ id: second.id });
    expect(await until(again, "undone")).toMatchObject({ undone: 300 });
    expect((await textsOf(again, ids)).every((text) => text.endsWith("#boat"))).toBe(true);
  });

  test("A21c · can't be undone after thirty days", async () => {
    const { app, reopen } = await openProfile();
    const ids = await write(app, ["the #boat"]);
    const { id } = await app.tags.change({ from: "boat", to: "ship" });
    await until(app, "done");
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + 31 * 86_400_000);
    onTestFinished(() => void vi.restoreAllMocks());
    const later = await reopen();
    await vi.waitFor(async () => expect((await later.tags.status()).run).toBeNull());
    await later.tags.undo({ id });
    expect(await textsOf(later, ids)).toEqual(["the #ship"]);
  });

  test("A21a · is refused while another change runs", async () => {
    const app = await openApp();
    await write(
      app,
      Array.from({ length: 200 }, (_, at) => `${at} #boat`),
    );
    await app.tags.change({ from: "boat", to: "ship" });
    await expect(app.tags.change({ from: "x", to: "y" })).rejects.toThrow(/another tag/u);
    await until(app, "done");
  });
});

describe("A22 · memos that arrive late with the old tag", () => {
  test("keep it, and are offered for renaming until that is done or dismissed", async () => {
    const app = await openApp();
    await write(app, ["#old 1", "#older 1"]);
    await app.tags.change({ from: "old", to: "new" });
    await until(app, "done");
    expect((await app.tags.status()).late).toEqual([]);
    const ids = await write(app, ["#old 2", "#old/under 3"]);
    expect((await app.tags.status()).late).toEqual([{ from: "old", to: "new", count: 2 }]);
    expect(await textsOf(app, ids)).toEqual(["#old 2", "#old/under 3"]);
    await app.tags.change({ from: "old", to: "new" });
    await until(app, "done");
    expect(await textsOf(app, ids)).toEqual(["#new 2", "#new/under 3"]);
    expect((await app.tags.status()).late).toEqual([]);
    await write(app, ["#old 4"]);
    await app.tags.dismiss({ from: "old" });
    expect((await app.tags.status()).late).toEqual([]);
  });

  test("aren't offered if the old name is used again or the renaming was undone", async () => {
    const app = await openApp();
    await write(app, ["#old"]);
    const { id } = await app.tags.change({ from: "old", to: "new" });
    await until(app, "done");
    await app.tags.undo({ id });
    await until(app, "undone");
    expect((await app.tags.status()).late).toEqual([]);
    await app.tags.change({ from: "old", to: "new" });
    await until(app, "done");
    await app.tags.change({ from: "new", to: "old" });
    await until(app, "done");
    expect((await app.tags.status()).late).toEqual([]);
  });

  test("are offered for the last twenty renamings", async () => {
    const app = await openApp();
    const names = Array.from({ length: 22 }, (_, at) => `old${at}`);
    for (const name of names) {
      await write(app, [`#${name}`]);
      await app.tags.change({ from: name, to: "new" });
      await until(app, "done");
    }
    await write(
      app,
      names.map((name) => `#${name} late`),
    );
    expect((await app.tags.status()).late.map(({ from }) => from)).toEqual(names.slice(2));
  });
});
