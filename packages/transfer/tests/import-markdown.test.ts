import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findImport, planImport, runImport, undoImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { madeFolder, writeFiles } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

const picture = Buffer.from("not really a picture");

describe("A26 · a folder of Markdown", () => {
  test("A26b · becomes memos with their titles, times, tags, files and links, each once", async () => {
    const dir = await madeFolder({
      "Shopping.md": 'milk\n\nsee [the plan](sub/plan.md) and ![a cat](img/my%20cat.png "Cat")',
      "sub/plan.md":
        '---\ntitle: 001\ndate: 2020-02-03 04:05:06 +0100\ntags: [home, "two words"]\nmood: good\n---\n# Else\nback to [shop](../Shopping.md#milk)\n`[no](../Shopping.md)`',
      "img/my cat.png": picture,
      "img/unused.png": picture,
      "empty.md": "",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 2, same: 0, skipped: 2, problems: 0 });
    const [plan, shop] = await profile.all();
    expect(plan).toMatchObject({
      content: `# 001\n\n- **mood**: good\n\n# Else\nback to [shop](/memos/${shop!.id})\n\`[no](../Shopping.md)\`\n\n#sub #home #two-words`,
      createdMs: Date.parse("2020-02-03T03:05:06Z"),
      updatedMs: Date.parse("2020-02-03T03:05:06Z"),
      tags: ["sub", "home", "two-words"],
      visibility: "PRIVATE",
    });
    const [file] = await profile.filesOf(shop!.id);
    expect(shop).toMatchObject({
      content: `# Shopping\n\nmilk\n\nsee [the plan](/memos/${plan!.id}) and ![a cat](/file/attachments/${file!.id}/my%20cat.png "Cat")`,
      createdMs: Date.parse("2024-05-06T07:08:09Z"),
    });
    expect(await profile.bytesOf(file!)).toEqual(picture);
    const relations = await profile.memos.listRelations(profile.owner, shop!.id, {
      pageSize: 10,
      pageToken: "",
    });
    expect(relations.ok && relations.value.items).toHaveLength(2);

    expect((await imported(profile, dir)).counts).toEqual({
      new: 0,
      same: 2,
      skipped: 2,
      problems: 0,
    });
    expect(await profile.all()).toHaveLength(2);
  });

  test.each([
    ["![](log.txt)", "![](FILE)"],
    ["![[log.txt]]", "[log.txt](FILE)"],
    ['<embed src="log.txt">', "[log.txt](FILE)"],
    ["[see](log.txt)", null],
    ["[[log.txt]]", null],
  ])("keeps the bytes of a plain text that a note shows: %s", async (written, shown) => {
    const bytes = Buffer.from("one\r\ntwo  \r\n", "latin1");
    const dir = await madeFolder({ "a.md": `# A\n\n${written} [[a]]`, "log.txt": bytes });
    const profile = await openProfile();
    const { counts } = await imported(profile, dir);
    expect(counts).toEqual({ new: 2, same: 0, skipped: 0, problems: 0 });
    const all = await profile.all();
    const [note, text] = ["# A", "# log"].map((title) =>
      all.find(({ content }) => content.startsWith(title)),
    );
    expect(text!.content).toContain("one\ntwo");
    const files = await profile.filesOf(note!.id);
    expect(files.map(({ filename }) => filename)).toEqual(shown === null ? [] : ["log.txt"]);
    const address =
      shown === null ? `](/memos/${text!.id})` : `/file/attachments/${files[0]!.id}/log.txt`;
    expect(note!.content).toContain(shown === null ? address : shown.replace("FILE", address));
    if (shown !== null) expect(await profile.bytesOf(files[0]!)).toEqual(bytes);
  });

  test("that was changed since is reported, and nothing is overwritten", async () => {
    const dir = await madeFolder({ "a.md": "one", "b.md": "two" });
    const profile = await openProfile();
    await imported(profile, dir);
    await writeFiles(dir, { "a.md": "one more", "c.md": "three" });
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 1, same: 1, skipped: 1, problems: 0 });
    expect(report.rows).toContainEqual(
      expect.objectContaining({ outcome: "skipped", path: "a.md", code: "changed-there" }),
    );
    const texts = (await profile.all()).map(({ content }) => content);
    expect(texts.toSorted()).toEqual(["# a\n\none", "# b\n\ntwo", "# c\n\nthree"]);
  });

  test("is imported once under any name, and not again after its memos were deleted", async () => {
    const files = { "a.md": "one", "b.md": "two" };
    const profile = await openProfile();
    await imported(profile, await madeFolder(files, "first"));
    const again = await imported(profile, await madeFolder(files, "second"));
    expect(again.counts).toMatchObject({ new: 0, same: 2 });
    const [first] = await profile.all();
    await profile.memos.trash(profile.owner, first!.id);
    const third = await imported(profile, await madeFolder(files, "first"));
    expect(third.counts).toMatchObject({ new: 0, same: 1, skipped: 1 });
    await profile.memos.purge(profile.owner, first!.id);
    const fourth = await imported(profile, await madeFolder(files, "first"));
    expect(fourth.rows.map(({ code }) => code)).toContain("removed-here");
  });

  test("is planned without writing anything", async () => {
    const dir = await madeFolder({ "a.md": "one ![](x.png)", "x.png": picture });
    const profile = await openProfile();
    await using source = await openImport(dir, { user: null });
    const plan = await planImport(profile, source);
    expect(plan.counts).toEqual({ new: 1, same: 0, skipped: 0, problems: 0 });
    expect(await profile.all()).toEqual([]);
    expect(await findImport(profile, null)).toBeNull();
  });

  test("A26a · goes on after it was broken off, with each file and memo once", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [
        `${String(at).padStart(3, "0")}n.md`,
        `number ${at} ![](p${at}.png) [last](119n.md)`,
      ]),
    );
    const pictures = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`p${at}.png`, `picture ${at}`]),
    );
    const dir = await madeFolder({ ...files, ...pictures });
    const profile = await openProfile();
    const stop = new AbortController();
    await using source = await openImport(dir, { user: null });
    const plan = await planImport(profile, source);
    const broken = runImport(profile, plan, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("power cut")),
    });
    await expect(broken).rejects.toThrow("power cut");
    expect(await profile.all()).toHaveLength(50);
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 70, same: 50, skipped: 0, problems: 0 });
    const memos = await profile.all();
    expect(memos).toHaveLength(120);
    const last = memos.find(({ content }) => content.startsWith("# 119n"));
    const listed = await profile.attachments.list(profile.owner, {
      pageSize: 1000,
      pageToken: "",
      filter: "",
      order: [],
    });
    expect(listed.ok && listed.value.attachments).toHaveLength(120);
    const referrers = await profile.database.read((stores) => stores.memos.referrers([last!.id]));
    expect(referrers.get(last!.id)).toHaveLength(119);
  });

  test("skips and reports memos and files over the limits", async () => {
    const dir = await madeFolder({
      "long.md": "x".repeat(2000),
      "fits.md": "![](large.bin) ![](small.bin)",
      "large.bin": Buffer.alloc(5000),
      "small.bin": Buffer.alloc(50),
      "binary.md": Buffer.from([1, 0, 2]),
      "odd.md": "---\na: [1\n---\ntext",
    });
    const profile = await openProfile({ contentBytes: 1000, uploadBytes: 1000 });
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 2, same: 0, skipped: 0, problems: 4 });
    const fits = (await profile.all()).find(({ content }) => content.startsWith("# fits"));
    expect(fits!.content).toMatch(
      /^# fits\n\n!\[\]\(large\.bin\) !\[\]\(\/file\/attachments\/\w+\/small\.bin\)$/,
    );
  });
});

describe("A27 · an import is undone", () => {
  test("by moving its memos to the trash, except edited or commented ones", async () => {
    const dir = await madeFolder({
      "a.md": "one",
      "b.md": "two [a](a.md)",
      "c.md": "three",
      "d.md": "four",
    });
    const profile = await openProfile();
    const other = await imported(profile, await madeFolder({ "z.md": "stays" }, "Other"));
    const { run } = await imported(profile, dir);
    const byText = new Map(
      (await profile.all()).map((memo) => [memo.content.slice(2, 3), memo.id]),
    );
    await profile.memos.update(profile.owner, byText.get("c")!, { content: "mine now" });
    await profile.memos.create(profile.owner, { content: "a comment", parent: byText.get("d")! });
    const found = await findImport(profile, null);
    expect(found).toMatchObject({ id: run, state: "done" });
    const undone = await undoImport(profile, found!);
    expect(undone).toMatchObject({ removed: 2, gone: 0 });
    expect(undone.kept.map(({ words }) => words).toSorted()).toEqual([
      "it has comments that would remain",
      "it was edited since then",
    ]);
    expect(await findImport(profile, null)).toMatchObject({ id: other.run });
    expect((await profile.all()).map(({ content }) => content).toSorted()).toEqual([
      "# d\n\nfour",
      "# z\n\nstays",
      "a comment",
      "mine now",
    ]);
    // Undone memos are imported again; the kept ones are recognized.
    expect((await imported(profile, dir)).counts).toMatchObject({ new: 2, same: 2 });
  });

  test("by its id, even if it was interrupted before the first memo", async () => {
    const dir = await madeFolder({ "a.md": "![](x.bin)", "x.bin": "bytes" });
    const profile = await openProfile();
    await using source = await openImport(dir, { user: null });
    const plan = await planImport(profile, source);
    await rm(join(dir, "x.bin"));
    const report = await runImport(profile, plan);
    expect(report.counts).toMatchObject({ new: 1, problems: 1 });
    const run = await findImport(profile, report.run);
    expect(await undoImport(profile, run!)).toMatchObject({ removed: 1, kept: [] });
    expect(await undoImport(profile, run!)).toMatchObject({ removed: 0, kept: [] });
  });
});
