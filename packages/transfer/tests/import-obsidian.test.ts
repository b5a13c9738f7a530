import { describe, expect, test } from "vitest";
import { imported } from "./imported.ts";
import { madeFolder } from "./made-folder.ts";
import { openProfile, type Profile } from "./open-profile.ts";
import { sample } from "./shared-samples.ts";

async function memoOf(profile: Profile, beginning: string) {
  const found = (await profile.all()).find(({ content }) => content.startsWith(beginning));
  if (found === undefined) throw new Error(`no memo begins with ${beginning}`);
  return found;
}

describe("an Obsidian vault", () => {
  test("keeps what its links, embeds, tags, callouts and properties say", async () => {
    const profile = await openProfile();
    const dir = await madeFolder({
      ".obsidian/app.json": "{}",
      "Home.md": [
        "---",
        'aliases: ["Start"]',
        'up: "[[area/Note Two]]"',
        "created: {{date}}",
        "tags: [inbox, area/work]",
        "---",
        "to [[note two]], [[ Note Two | that ]], [[Note Two#Part#Sub]], [[Note Two#^b1]] and [[#Here]]",
        "",
        "| a | b |",
        "| --- | --- |",
        "| [[Note Two\\|cell]] | ![[cat.png\\|120]] |",
        "",
        "![[cat.png|200x100]] ![[Note Two]] ![[gone.png]] ![[paper.pdf#page=2]] [[not there]]",
        "> [!note] Callout with #nested/tag",
        "> and [md](<area/Note Two.md>)",
        "",
        "`[[Note Two]]` ^block",
        "```",
        "[[Note Two]]",
        "```",
      ].join("\n"),
      "area/Note Two.md": "# Note Two\nback to [[Home]] and to [[Cafe\u0301]]",
      "Caf\u00e9.md": "",
      "other/Note Two.md": "the far one",
      "cat.png": "cat",
      "paper.pdf": "pdf",
    });
    const report = await imported(profile, dir);
    expect(report.counts).toEqual({ new: 4, same: 0, skipped: 0, problems: 1 });
    expect(report.rows.find(({ code }) => code === "no-file")).toMatchObject({
      path: "Home.md",
      words: "it shows gone.png, which is not there",
    });
    const home = await memoOf(profile, "# Home");
    const two = await memoOf(profile, "# Note Two\nback");
    const cafe = await memoOf(profile, "# Café");
    const files = await profile.filesOf(home.id);
    const address = (name: string): string =>
      `/file/attachments/${files.find(({ filename }) => filename === name)!.id}/${name}`;
    const to = `(/memos/${two.id})`;
    expect(home.content.split("\n")).toEqual([
      "# Home",
      "",
      "- **aliases**: Start",
      `- **up**: [Note Two]${to}`,
      "- **created**: {{date}}",
      "",
      `to [note two]${to}, [that]${to}, [Note Two > Part > Sub]${to}, [Note Two]${to} and Here`,
      "",
      "| a | b |",
      "| --- | --- |",
      `| [cell]${to} | ![cat.png\\|120](${address("cat.png")}) |`,
      "",
      `![cat.png|200x100](${address("cat.png")}) [Note Two]${to} ![[gone.png]] [paper.pdf > page=2](${address("paper.pdf")}) [[not there]]`,
      "> [!note] Callout with #nested/tag",
      `> and [md]${to}`,
      "",
      "`[[Note Two]]` ^block",
      "```",
      "[[Note Two]]",
      "```",
      "",
      "#inbox #area/work",
    ]);
    expect(home.tags.toSorted()).toEqual(["area/work", "inbox", "nested/tag"]);
    expect(two.content).toBe(
      `# Note Two\nback to [Home](/memos/${home.id}) and to [Cafe\u0301](/memos/${cafe.id})`,
    );
  });

  test.runIf(sample("import-samples/obsidian/linked").isThere)(
    "of real notes has every link that leads somewhere, and none within code",
    async () => {
      const profile = await openProfile();
      const report = await imported(profile, sample("import-samples/obsidian/linked").path);
      expect(report.counts).toEqual({ new: 36, same: 0, skipped: 0, problems: 0 });
      const links = await memoOf(profile, "# obsidian-wikilinks");
      expect(links.content.match(/\]\(\/memos\//g)).toHaveLength(7);
      expect(links.content).toContain("`[[pure-markdown-examples]]`");
      const foo = await memoOf(profile, "# foo\n\nSome text");
      const trimmed = await memoOf(profile, "# issue-188");
      expect(trimmed.content.match(new RegExp(`/memos/${foo.id}`, "g"))).toHaveLength(12);
      const embeds = await memoOf(profile, "# embeds\n");
      const names = (await profile.filesOf(embeds.id)).map(({ filename }) => filename);
      expect(names.toSorted()).toEqual(["bulb.svg", "note.pdf", "white.png"]);
      for (const { content } of await profile.all()) {
        // A sample of plain Markdown links to pages that nobody has.
        if (content.startsWith("# Heading 1")) continue;
        expect(content).not.toMatch(/\]\((?!\/memos\/|\/file\/|https?:|#|<)/);
      }
    },
  );

  test.runIf(sample("import-samples/obsidian/properties").isThere).each([
    ["properties", 103],
    ["tasks", 22],
    ["tags", 5],
  ])("of %s comes whole and once", async (name, count) => {
    const profile = await openProfile();
    const { path } = sample(`import-samples/obsidian/${name}`);
    const report = await imported(profile, path);
    expect(report.counts).toMatchObject({ new: count, same: 0, problems: 0 });
    for (const { content } of await profile.all()) expect(content.trim()).not.toBe("");
    expect((await imported(profile, path)).counts).toMatchObject({ new: 0, same: count });
  });

  test.runIf(sample("import-samples/obsidian/tags").isThere)(
    "has the tags that its notes have, and none from code and addresses",
    async () => {
      const profile = await openProfile();
      await imported(profile, sample("import-samples/obsidian/tags").path);
      const tags = new Set((await profile.all()).flatMap((memo) => memo.tags));
      expect([...tags].toSorted()).toEqual(
        expect.arrayContaining(["after-fence", "books", "fiction", "planning/2026", "shell"]),
      );
      for (const none of ["define", "hashtag", "indented", "make", "multiline-code"]) {
        expect(tags).not.toContain(none);
      }
    },
  );
});

describe("real sites of Markdown", () => {
  test.runIf(sample("import-samples/markdown/jekyll").isThere)(
    "of Jekyll have dates from names and front matter, and titles",
    async () => {
      const profile = await openProfile();
      const report = await imported(profile, sample("import-samples/markdown/jekyll").path);
      expect(report.counts).toMatchObject({ new: 57, problems: 0 });
      const complex = await memoOf(profile, "# Complex");
      expect(new Date(complex.createdMs).getFullYear()).toBe(2008);
      const tagged = await memoOf(profile, "# Some Tags\n\nAwesome!\n\n#food");
      expect(tagged.tags).toEqual(["food", "cooking", "pizza"]);
    },
  );

  test.runIf(sample("import-samples/markdown/hugo").isThere)(
    "of Hugo have their TOML read, in English and Arabic",
    async () => {
      const profile = await openProfile();
      const report = await imported(profile, sample("import-samples/markdown/hugo").path);
      expect(report.counts).toMatchObject({ new: 27, problems: 0 });
      const rich = await memoOf(profile, "# Rich Content");
      expect(rich.tags).toEqual(expect.arrayContaining(["shortcodes", "privacy"]));
      expect(new Date(rich.createdMs).getUTCFullYear()).toBe(2019);
      expect((await memoOf(profile, "# نموذج عربي")).tags).toContain("عربي");
    },
  );
});
