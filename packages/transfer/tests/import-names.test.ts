import { describe, expect, test } from "vitest";
import type { FolderUse } from "@tidemark/core/model";
import { planImport, runImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { madeFolder } from "./made-folder.ts";
import { zipFile } from "./made-zip.ts";
import { openProfile, type Profile } from "./open-profile.ts";

async function memoWith(profile: Profile, words: string) {
  const found = (await profile.all()).find(({ content }) => content.includes(words));
  if (found === undefined) throw new Error(`no memo has ${words}`);
  return found;
}

const local = (...parts: [number, number, number, number?, number?]): number =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3] ?? 0, parts[4] ?? 0).getTime();

describe("A26c · the name of a note", () => {
  test("is its day, or stays its title", async () => {
    const dir = await madeFolder({
      "2024-05-06.md": "plain day",
      "2024-05-06 14.30.md": "with a time",
      "20240506.md": "compact day",
      "06-05-2024.md": "day or month",
      "1984.md": "a book",
      "2024-05-07 Walk.md": "a title",
      "2024-05-08.md": "---\ncreated: 2023-01-02 03:04\n---\nother day",
      "Keel project/README.md": "about the folder",
    });
    const profile = await openProfile();
    await imported(profile, dir);
    expect(await memoWith(profile, "plain day")).toMatchObject({
      content: "plain day",
      createdMs: local(2024, 5, 6),
    });
    expect(await memoWith(profile, "with a time")).toMatchObject({
      content: "with a time",
      createdMs: local(2024, 5, 6, 14, 30),
    });
    expect((await memoWith(profile, "compact day")).createdMs).toBe(local(2024, 5, 6));
    expect(await memoWith(profile, "day or month")).toMatchObject({
      content: "# 06-05-2024\n\nday or month",
      createdMs: Date.parse("2024-05-06T07:08:09Z"),
    });
    expect((await memoWith(profile, "a book")).content).toBe("# 1984\n\na book");
    expect(await memoWith(profile, "a title")).toMatchObject({
      content: "# Walk\n\na title",
      createdMs: local(2024, 5, 7),
    });
    expect(await memoWith(profile, "other day")).toMatchObject({
      content: "# 2024-05-08\n\nother day",
      createdMs: local(2023, 1, 2, 3, 4),
    });
    expect((await memoWith(profile, "about the")).content).toMatch(/^# Keel project\n/);
  });

  test("is the day of a Logseq journal in the graph's formats, and links lead to it", async () => {
    const dir = await madeFolder({
      "logseq/config.edn":
        '{:journal/page-title-format "EEEE, dd.MM.yyyy"\n ;; :journal/file-name-format "x"\n :journal/file-name-format "dd-MM-yyyy"\n :file/name-format :triple-lowbar}',
      "logseq/bak/pages/Harbour/old.md": "an earlier version",
      "journals/06-05-2024.md": "- Met the harbour master\n- ![map](../assets/map.png){:width 200}",
      "journals/2024_05_07.md": "- usual format",
      "pages/Harbour___Crane.md": "- see [[Monday, 06.05.2024]] and [[harbour/crane]]",
      "assets/map.png": "map",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 3, same: 0, skipped: 0, problems: 0 });
    const journal = await memoWith(profile, "harbour master");
    expect(journal).toMatchObject({ createdMs: local(2024, 5, 6), tags: [] });
    const [file] = await profile.filesOf(journal.id);
    expect(journal.content).toBe(
      `- Met the harbour master\n- ![map|200](/file/attachments/${file!.id}/map.png)`,
    );
    expect((await memoWith(profile, "usual format")).createdMs).toBe(local(2024, 5, 7));
    const crane = await memoWith(profile, "# Harbour/Crane");
    expect(crane.content).toContain(`[Monday, 06.05.2024](/memos/${journal.id})`);
    expect(crane.content).toContain(`[crane](/memos/${crane.id})`);
  });

  test("is the day of an Obsidian daily note in the vault's format", async () => {
    const dir = await madeFolder({
      ".obsidian/daily-notes.json": '{"folder":"Daily","format":"YYYY/MM/DD-MM-YYYY"}',
      "Daily/2024/05/06-05-2024.md": "a day",
      "Other/06-05-2024.md": "no day",
    });
    const profile = await openProfile();
    await imported(profile, dir);
    expect(await memoWith(profile, "a day")).toMatchObject({
      content: "a day\n\n#Daily",
      createdMs: local(2024, 5, 6),
    });
    expect((await memoWith(profile, "no day")).content).toMatch(/^# 06-05-2024/);
  });
});

describe("A26d · the folders of a source", () => {
  const files = {
    "Work/Boat yard/Minutes.md": "---\nmood: good\n---\nbudget agreed",
    "Work/2024-05-06.md": "no title",
    "(!)/Odd.md": "not a tag",
    "Top.md": "no folder",
  };

  async function contents(folders?: FolderUse): Promise<string[]> {
    const profile = await openProfile();
    await using source = await openImport(await madeFolder(files), { user: null });
    const plan = await planImport(profile, source);
    await runImport(profile, plan, folders === undefined ? {} : { folders });
    return (await profile.all()).map(({ content }) => content).toSorted();
  }

  test("become tags, or a line where a name can't be a tag", async () => {
    expect(await contents()).toEqual([
      "# Minutes\n\n- **mood**: good\n\nbudget agreed\n\n#Work/Boat-yard",
      "# Odd\n\n- **folder**: (!)\n\nnot a tag",
      "# Top\n\nno folder",
      "no title\n\n#Work",
    ]);
  });

  test("become the first line below the title", async () => {
    expect(await contents("line")).toEqual([
      "# Minutes\n\n- **folder**: Work/Boat yard\n- **mood**: good\n\nbudget agreed",
      "# Odd\n\n- **folder**: (!)\n\nnot a tag",
      "# Top\n\nno folder",
      "- **folder**: Work\n\nno title",
    ]);
  });

  test("are dropped", async () => {
    expect(await contents("none")).toEqual([
      "# Minutes\n\n- **mood**: good\n\nbudget agreed",
      "# Odd\n\nnot a tag",
      "# Top\n\nno folder",
      "no title",
    ]);
  });

  test("don't change what counts as the same note", async () => {
    const profile = await openProfile();
    const dir = await madeFolder(files);
    await using fresh = await openImport(dir, { user: null });
    expect(await planImport(profile, fresh)).toMatchObject({ counts: { new: 4 }, inFolders: 3 });
    await imported(profile, dir);
    await using source = await openImport(dir, { user: null });
    const plan = await planImport(profile, source);
    expect(plan).toMatchObject({ counts: { new: 0, same: 4 }, inFolders: 0 });
    expect((await runImport(profile, plan, { folders: "none" })).counts.same).toBe(4);
  });
});

describe("A26e · a file that a note shows", () => {
  test("is found by its exact name first, then by case and normal form", async () => {
    const dir = await madeFolder({
      "upper.md": "the upper ![](Photo.png) [[Plan]]",
      "lower.md": "the lower ![](photo.png) ![[photo.png]] [p](plan.md)",
      "other.md": "the other ![](PHOTO.PNG)",
      "Photo.png": "upper",
      "photo.png": "lower",
      "Plan.md": "big plan",
      "plan.md": "small plan",
      "N\u00f6te.md": "composed",
      "No\u0308te.md": "decomposed",
      "links.md": "links [[N\u00f6te]] [[No\u0308te]]",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toMatchObject({ new: 8, problems: 0 });
    const bytes = async (words: string): Promise<string[]> => {
      const found = await profile.filesOf((await memoWith(profile, words)).id);
      return Promise.all(found.map(async (file) => String(await profile.bytesOf(file))));
    };
    expect(await bytes("the upper")).toEqual(["upper"]);
    expect(await bytes("the lower")).toEqual(["lower"]);
    expect(await bytes("the other")).toHaveLength(1);
    const id = async (words: string) => (await memoWith(profile, words)).id;
    expect((await memoWith(profile, "the upper")).content).toContain(await id("big plan"));
    expect((await memoWith(profile, "the lower")).content).toContain(await id("small plan"));
    const links = (await memoWith(profile, "links [")).content;
    expect(links).toContain(`(/memos/${await id("\n\ncomposed")})`);
    expect(links).toContain(`(/memos/${await id("decomposed")})`);
  });

  test("is found in a zip with two names in different normal forms", async () => {
    const file = await zipFile([
      { name: "N\u00f6te.md", content: "composed" },
      { name: "No\u0308te.md", content: "decomposed" },
    ]);
    const profile = await openProfile();
    expect((await imported(profile, file)).counts).toMatchObject({ new: 2, problems: 0 });
  });

  test("is found whatever its name has in it", async () => {
    const names = [
      "C# notes.png",
      "Q&A.png",
      "my_pic.png",
      "My%20Image.png",
      "a?b.png",
      "100%.png",
    ];
    const dir = await madeFolder({
      "note.md": [
        "shown ![](<assets/C# notes.png>) ![](assets/Q&amp;A.png) ![](assets/my\\_pic.png)",
        "![](assets/My%20Image.png) ![](assets/a?b.png) ![](assets\\100%.png)",
        "leads to [it](<C#.md>)",
      ].join("\n"),
      "C#.md": "the language",
      ...Object.fromEntries(names.map((name) => [`assets/${name}`, name])),
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 2, same: 0, skipped: 0, problems: 0 });
    const memo = await memoWith(profile, "shown");
    const files = await profile.filesOf(memo.id);
    expect(files.map(({ filename }) => filename).toSorted()).toEqual(names.toSorted());
    expect(memo.content).toMatch(/\[it\]\(\/memos\/\w+\)/);
  });

  test("is found by its name alone, if only one file has it", async () => {
    const dir = await madeFolder({
      ".obsidian/app.json": "{}",
      "A.md":
        "by name ![](pic.png) [Deep](Deep%20note.md) ![](two.png) ![](/home/me/Notes/attachments/pic.png)",
      "attachments/pic.png": "pic",
      "one/two.png": "1",
      "other/two.png": "2",
      "folder/Deep note.md": "deep",
    });
    const profile = await openProfile();
    const report = await imported(profile, dir);
    const memo = await memoWith(profile, "by name");
    expect((await profile.filesOf(memo.id)).map(({ filename }) => filename)).toEqual(["pic.png"]);
    expect(memo.content).toMatch(/\[Deep\]\(\/memos\/\w+\) !\[\]\(two\.png\) !\[\]\(\/file\//);
    expect(report.rows.filter(({ outcome }) => outcome === "problem")).toEqual([
      expect.objectContaining({ path: "A.md", words: "it shows two.png, which is not there" }),
    ]);
  });

  test("is named if it is missing, once for a note", async () => {
    const dir = await madeFolder({
      "a.md":
        "![x](assets/gone.png) ![y](assets/gone.png) ![[lost]] <video src='film.mp4'></video> [d](doc.pdf)",
      "b.md":
        "[page](other) [site](example.com) ![](https://a.example/x.png) ![](#here) ![]({{ x }}) `![](code.png)` [[nowhere]]",
    });
    const profile = await openProfile();
    const { rows } = await imported(profile, dir);
    const said = rows
      .filter(({ code }) => code === "no-file")
      .map(({ path, words }) => path + words);
    expect(said.map((words) => words.replace(/, which.*/, ""))).toEqual([
      "a.mdit shows assets/gone.png",
      "a.mdit shows lost",
      "a.mdit shows film.mp4",
      "a.mdit shows doc.pdf",
    ]);
  });

  test("in code isn't touched, and behind it is found", async () => {
    const dir = await madeFolder({
      "fence.md": "shown\n\n```\n    ```\n![](in-code.png)\n```\n\n![](behind.png)",
      "quote.md": "quoted\n\n> ```\n> code\n\n![](behind.png)",
      "in-code.png": "1",
      "behind.png": "2",
    });
    const profile = await openProfile();
    await imported(profile, dir);
    const fence = await memoWith(profile, "shown");
    expect(fence.content).toContain("![](in-code.png)");
    const quote = await memoWith(profile, "quoted");
    for (const { id } of [fence, quote]) {
      const files = await profile.filesOf(id);
      expect(files.map(({ filename }) => filename)).toEqual(["behind.png"]);
    }
  });
});

describe("A26b · the dates of front matter", () => {
  const noon = "2024-05-06T10:00:00.000Z";
  test.each([
    ["creation date: 2024-05-06T10:00:00Z"],
    ["dateCreated: 2024-05-06T10:00:00Z"],
    ["created_time: 2024-05-06T10:00:00Z"],
    ["Date Created: 2024-05-06T10:00:00Z"],
    ["created: 1714989600"],
    ["created: 1714989600000"],
    ["date: 2024/05/06 10:00Z"],
    ["date: Mon, 06 May 2024 12:00:00 +0200"],
    ["date: 2024-05-06 12:00:00 +02"],
    ["created: {{date}}\ndate created: 2024-05-06 10:00 UTC"],
  ])("%s", async (field) => {
    const dir = await madeFolder({ "a.md": `---\n${field}\n---\nbody` });
    const profile = await openProfile();
    await imported(profile, dir);
    const [memo] = await profile.all();
    expect(new Date(memo!.createdMs).toISOString()).toBe(noon);
    expect(memo!.content).not.toContain("2024");
  });

  test("stay in the text if another one counts", async () => {
    const dir = await madeFolder({
      "a.md": "---\ndate: 2024-05-06\ncreated: 2023-01-02\nupdated: 06/05/2024\n---\nbody",
    });
    const profile = await openProfile();
    await imported(profile, dir);
    const [memo] = await profile.all();
    expect(memo!.content).toBe(
      "# a\n\n- **created**: 2023-01-02\n- **updated**: 06/05/2024\n\nbody",
    );
  });
});
