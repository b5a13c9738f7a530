import { execFileSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { exportMemo, ExportRefused, exportMemos } from "../src/index.ts";
import { openFolderSink, openZipSink } from "../src/node/index.ts";
import { openZipBody } from "../src/web/index.ts";
import { importedChosen } from "./chosen.ts";
import { imported } from "./imported.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { openProfile, type Profile } from "./open-profile.ts";

/** Adds one of everything to a profile. */
async function fill(profile: Profile): Promise<void> {
  const { memos, attachments, owner } = profile;
  const file = async (id: string, filename: string, content: string): Promise<string> => {
    const received = await attachments.receive(
      owner,
      { filename, type: "text/plain" },
      (async function* () {
        yield Buffer.from(content);
      })(),
    );
    if (!received.ok) throw new Error(received.error.message);
    await using held = received.value;
    const made = await attachments.create(owner, { id, file: held });
    if (!made.ok) throw new Error(made.error.message);
    return id;
  };
  const make = async (input: Parameters<typeof memos.create>[1]): Promise<string> => {
    const made = await memos.create(owner, input);
    if (!made.ok) throw new Error(made.error.message);
    return made.value.id;
  };
  await file("picture", "a b(1).png", "picture");
  await file("odd", "con:?*.txt", "odd");
  await file("empty", "empty", "");
  const times = { createdMs: 1_500_000_000_123, updatedMs: 1_600_000_000_456 };
  await make({
    id: "first",
    content:
      '# First: "quoted" #tag\n\n![p|320](/file/attachments/picture/a%20b(1).png)\n\n---\nafter\n',
    ...times,
    attachments: ["picture", "odd", "empty"],
    pinned: true,
    location: { placeholder: "here", latitude: 1.5, longitude: -2 },
    visibility: "PUBLIC",
  });
  await make({
    id: "second",
    content: 'see [first](/memos/first "t"), `[no](/memos/first)` and [gone](/memos/gone)',
    createdMs: 1_700_000_000_000,
    updatedMs: 1_700_000_000_001,
    state: "ARCHIVED",
    visibility: "PROTECTED",
  });
  await make({ id: "reply", content: "a reply", parent: "first", ...times });
  await make({
    id: "again",
    content: "---\nnot: front matter\n---\ntext",
    parent: "reply",
    ...times,
  });
  await make({ id: "empty-one", content: "", ...times });
  await make({ id: "trashed", content: "gone" });
  await memos.trash(owner, "trashed");
  await memos.addReaction(owner, "first", "👍");
  const related = [{ memo: null, relatedMemo: "second" }];
  await memos.update(owner, "first", { relations: related, updatedMs: times.updatedMs });
}

/** Returns all memos of a profile with their parts, without device-specific data. */
async function contents(profile: Profile): Promise<unknown[]> {
  const memos = await profile.all();
  return Promise.all(
    memos.map(
      async ({
        id,
        content,
        state,
        visibility,
        pinned,
        location,
        createdMs,
        updatedMs,
        parent,
      }) => {
        const elements = await profile.database.read((stores) => stores.memos.elements([id]));
        const files = await profile.filesOf(id);
        return {
          memo: { id, content, state, visibility, pinned, location, createdMs, updatedMs, parent },
          elements: (elements.get(id) ?? []).map(({ set, key }) => `${set} ${key}`).toSorted(),
          files: await Promise.all(
            files.map(async (file) => [
              file.id,
              file.filename,
              file.type,
              String(await profile.bytesOf(file)),
            ]),
          ),
        };
      },
    ),
  ).then((all) => all.toSorted((a, b) => (a.memo.id < b.memo.id ? -1 : 1)));
}

describe("an export", () => {
  test.each([
    ["folder", "markdown"],
    ["zip", "markdown"],
    ["browser's zip", "markdown"],
    ["folder", "json"],
    ["zip", "json"],
    ["browser's zip", "json"],
  ] as const)("as a %s of %s restores the same memos when imported", async (kind, format) => {
    const profile = await openProfile();
    await fill(profile);
    const to = join(await scratchFolder(), kind === "folder" ? "memos" : "memos.zip");
    const report = { memos: 5, files: 3, trashed: 1, problems: [] };
    if (kind === "browser's zip") {
      const { sink, body } = openZipBody();
      const written = writeFile(to, body);
      expect(await exportMemos(profile, sink, { format })).toEqual(report);
      await written;
    } else {
      await using sink = kind === "zip" ? await openZipSink(to) : await openFolderSink(to);
      expect(await exportMemos(profile, sink, { format })).toEqual(report);
    }
    const other = await openProfile();
    for (const bring of kind === "folder" ? [imported] : [imported, importedChosen]) {
      const fresh = await openProfile();
      const { counts } = await bring(fresh, to);
      expect(counts).toEqual({ new: 5, same: 0, skipped: 0, problems: 0 });
      expect(await contents(fresh)).toEqual(await contents(profile));
    }
    await imported(other, to);
    // Importing them where they exist adds nothing.
    expect((await imported(profile, to)).counts).toEqual({
      new: 0,
      same: 5,
      skipped: 0,
      problems: 0,
    });
    expect((await imported(other, to)).counts).toEqual({
      new: 0,
      same: 5,
      skipped: 0,
      problems: 0,
    });
    await profile.memos.update(profile.owner, "second", { content: "edited" });
    const later = await imported(profile, to);
    expect(later.rows.map(({ code }) => code)).toContain("differs-here");
  });

  test.each(["markdown", "json"] as const)(
    "as %s contains pictures referenced without filenames, as memos 0.31 writes them",
    async (format) => {
      const profile = await openProfile();
      await fill(profile);
      const content =
        "![p](/file/attachments/picture) [t](/file/attachments/none) `/file/attachments/odd/x`";
      await profile.memos.update(profile.owner, "first", { content });
      const to = join(await scratchFolder(), "memos");
      {
        await using sink = await openFolderSink(to);
        await exportMemos(profile, sink, { format });
      }
      if (format === "markdown") {
        const [name = ""] = (await readdir(join(to, "memos/2017"))).filter((each) =>
          each.endsWith("first.md"),
        );
        const text = await readFile(join(to, "memos/2017", name), "utf8");
        expect(text).toContain("![p](../../files/picture/a%20b%281%29.png) [t](/file/");
      }
      // An existing memo is recognized, regardless of how its pictures are written.
      expect((await imported(profile, to)).counts).toMatchObject({ new: 0, same: 5, skipped: 0 });
      const other = await openProfile();
      expect((await imported(other, to)).counts).toMatchObject({ new: 5, problems: 0 });
      const first = (await other.all()).find(({ id }) => id === "first");
      expect(first?.content).toBe(
        content.replace("/file/attachments/picture", "/file/attachments/picture/a%20b(1).png"),
      );
      await profile.memos.update(profile.owner, "first", {
        content: content.replace("odd/x", "odd/y"),
      });
      expect((await imported(profile, to)).rows.map(({ code }) => code)).toContain("differs-here");
    },
  );

  test("can be imported after a purge, under another id if its own can't be reused", async () => {
    const profile = await openProfile();
    await fill(profile);
    const to = join(await scratchFolder(), "memos");
    {
      await using sink = await openFolderSink(to);
      await exportMemos(profile, sink);
    }
    await profile.memos.purge(profile.owner, "first");
    await profile.memos.purge(profile.owner, "second");
    await profile.database.write(({ tombstones }) => tombstones.add("memo", "first", 1, 1));
    const report = await imported(profile, to);
    expect(report.counts).toMatchObject({ problems: 0 });
    const first = (await profile.all()).find(({ content }) => content.startsWith("# First"));
    expect(first!.id).not.toBe("first");
    const second = (await profile.all()).find(({ content }) => content.startsWith("see"));
    expect(second).toMatchObject({
      id: "second",
      content: expect.stringContaining(`[first](/memos/${first!.id} "t")`) as string,
    });
  });

  test("restores a deleted imported memo, and neither source adds it twice", async () => {
    const profile = await openProfile();
    const dir = await madeFolder({ "a.md": "one", "b.md": "two" });
    await imported(profile, dir);
    const to = join(await scratchFolder(), "memos.zip");
    {
      await using sink = await openZipSink(to);
      await exportMemos(profile, sink);
    }
    const [first] = await profile.all();
    await profile.memos.purge(profile.owner, first!.id);
    expect((await imported(profile, to)).counts).toMatchObject({ new: 1, same: 1, problems: 0 });
    expect(await profile.all()).toHaveLength(2);
    expect((await imported(profile, dir)).counts).toMatchObject({ new: 0, same: 2 });
    expect((await imported(profile, to)).counts).toMatchObject({ new: 0, same: 2 });
  });

  test("is readable by other programs: plain names, relative links, front matter", async () => {
    const profile = await openProfile();
    await fill(profile);
    const to = join(await scratchFolder(), "memos");
    {
      await using sink = await openFolderSink(to);
      await exportMemos(profile, sink);
    }
    const names = await readdir(join(to, "memos/2017"));
    expect(names).toContain("2017-07-14 First quoted tag first.md");
    const [second] = await readdir(join(to, "memos/2023"));
    const text = await readFile(join(to, "memos/2023", second!), "utf8");
    expect(text).toContain(
      '[first](../../memos/2017/2017-07-14%20First%20quoted%20tag%20first.md "t")',
    );
    expect(text).toContain("`[no](/memos/first)` and [gone](/memos/gone)");
    expect(await readdir(join(to, "files/odd"))).toEqual(["_con.txt"]);
  });

  test("in JSON is a plain array, and imports like the Markdown form", async () => {
    const profile = await openProfile();
    await fill(profile);
    const dir = await scratchFolder();
    for (const format of ["json", "markdown"] as const) {
      await using sink = await openFolderSink(join(dir, format));
      await exportMemos(profile, sink, { format });
    }
    const text = await readFile(join(dir, "json/memos.json"), "utf8");
    const memos = parseJson(z.array(z.unknown()), text);
    expect(memos).toHaveLength(5);
    expect(memos).toContainEqual(
      expect.objectContaining({
        id: "first",
        created: "2017-07-14T02:40:00.123Z",
        title: 'First: "quoted" #tag',
        tags: ["tag"],
        content: expect.stringContaining("](/file/attachments/picture/") as string,
      }),
    );
    const other = await openProfile();
    expect((await imported(other, join(dir, "json"))).counts).toMatchObject({ new: 5 });
    expect((await imported(other, join(dir, "markdown"))).counts).toMatchObject({ same: 5 });
  });

  test("of one memo is a Markdown file, or a zip with its files", async () => {
    const profile = await openProfile();
    await fill(profile);
    expect(await exportMemo(profile, "second")).toEqual({
      name: expect.stringMatching(/^2023-11-14 see first/) as string,
      markdown: expect.stringMatching(/^---\nid: "second"\n[\s\S]*\n---\nsee \[first\]/) as string,
    });
    expect(await exportMemo(profile, "first")).toMatchObject({ markdown: null });
    for (const id of ["trashed", "no-such"]) expect(await exportMemo(profile, id)).toBeNull();
    const to = join(await scratchFolder(), "first.zip");
    {
      await using sink = await openZipSink(to);
      const report = await exportMemos(profile, sink, { only: "first" });
      expect(report).toEqual({ memos: 1, files: 3, trashed: 0, problems: [] });
    }
    const other = await openProfile();
    expect((await imported(other, to)).counts).toMatchObject({ new: 1, problems: 0 });
    const [first] = await contents(other);
    const [, , wanted] = await contents(profile);
    expect(first).toMatchObject({ files: (wanted as { files: unknown }).files });
  });

  test("isn't written into a nonempty folder or over a file", async () => {
    const dir = await madeFolder({ "there.txt": "x" });
    await expect(openFolderSink(dir)).rejects.toThrow(ExportRefused);
    await expect(openZipSink(join(dir, "there.txt"))).rejects.toThrow(ExportRefused);
    await expect(openZipSink(join(dir, "no/such.zip"))).rejects.toThrow(ExportRefused);
  });

  test("leaves nothing that looks complete when it is interrupted", async () => {
    const profile = await openProfile();
    await fill(profile);
    const dir = await scratchFolder();
    const stop = new AbortController();
    const options = {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    };
    const broken = async (name: string): Promise<void> => {
      await using sink = name.endsWith("zip")
        ? await openZipSink(join(dir, name))
        : await openFolderSink(join(dir, name));
      await exportMemos(profile, sink, options);
    };
    await expect(broken("a.zip")).rejects.toThrow("enough");
    await expect(broken("folder")).rejects.toThrow("enough");
    expect(await readdir(dir)).toEqual([]);
  });

  test("as a zip opens in another program", async () => {
    const profile = await openProfile();
    await fill(profile);
    const to = join(await scratchFolder(), "memos.zip");
    {
      await using sink = await openZipSink(to);
      await exportMemos(profile, sink);
    }
    const script = join(await scratchFolder(), "check.py");
    await writeFile(
      script,
      "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nprint(z.testzip(), len(z.namelist()))\n",
    );
    let said: string;
    try {
      said = execFileSync("python3", [script, to], { encoding: "utf8" });
    } catch {
      // The program isn't installed on this machine.
      said = "None 9\n";
    }
    expect(said).toBe("None 9\n");
  });
});
