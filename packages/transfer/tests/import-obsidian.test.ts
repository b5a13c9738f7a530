import { describe, expect, test } from "vitest";
import { imported } from "./imported.ts";
import { madeFolder } from "./made-folder.ts";
import { openProfile, type Profile } from "./open-profile.ts";
import { hugoSite, jekyllSite } from "./samples/markdown-sites.ts";
import { linkedVault, propertiesVault, tagsVault, tasksVault } from "./samples/obsidian-vaults.ts";
import { realSamples } from "./samples/real-samples.ts";

async function memoOf(profile: Profile, beginning: string) {
  const found = (await profile.all()).find(({ content }) => content.startsWith(beginning));
  if (found === undefined) throw new Error(`no memo begins with ${beginning}`);
  return found;
}

describe("an Obsidian vault", () => {
  test("keeps links, embeds, tags, callouts and properties", async () => {
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
      `# Note Two\nback to [Home](/memos/${home.id}) and to [Cafe\u0301](/memos/${cafe.id})\n\n#area`,
    );
  });

  const linked: readonly LinkedVault[] = [
    {
      name: "of our own",
      open: () => madeFolder(linkedVault),
      counts: { new: 17, same: 0, skipped: 0, problems: 1 },
      links: { note: "# wiki links", count: 8, code: "`[[plain notes]]`" },
      trimmed: { note: "# blanks", target: "# foo", count: 12 },
      embeds: ["lamp.svg", "paper.pdf", "sea.png"],
    },
    ...realSamples("import-samples/obsidian/linked").map((path) => ({
      name: "of others",
      open: async () => path,
      counts: { new: 36, same: 0, skipped: 0, problems: 1 },
      links: { note: "# obsidian-wikilinks", count: 7, code: "`[[pure-markdown-examples]]`" },
      trimmed: { note: "# issue-188", target: "# foo\n\nSome text", count: 12 },
      embeds: ["bulb.svg", "note.pdf", "white.png"],
    })),
  ];

  test.each(linked)(
    "$name has every link with a target, and none within code",
    async ({ open, counts, ...expected }) => {
      const profile = await openProfile();
      const report = await imported(profile, await open());
      expect(report.counts).toEqual(counts);
      const links = await memoOf(profile, expected.links.note);
      expect(links.content.match(/\]\(\/memos\//g)).toHaveLength(expected.links.count);
      expect(links.content).toContain(expected.links.code);
      const foo = await memoOf(profile, expected.trimmed.target);
      const trimmed = await memoOf(profile, expected.trimmed.note);
      expect(trimmed.content.match(new RegExp(`/memos/${foo.id}`, "g"))).toHaveLength(
        expected.trimmed.count,
      );
      const embeds = await memoOf(profile, "# embeds\n");
      const names = (await profile.filesOf(embeds.id)).map(({ filename }) => filename);
      expect(names.toSorted()).toEqual(expected.embeds);
      for (const { content } of await profile.all()) {
        // This sample has plain Markdown links to missing pages.
        if (content.startsWith("# Heading 1")) continue;
        expect(content).not.toMatch(/\]\((?!\/memos\/|\/file\/|https?:|#|<)/);
      }
    },
  );

  test.each([
    { name: "our own properties", open: () => madeFolder(propertiesVault), count: 6 },
    { name: "our own tasks", open: () => madeFolder(tasksVault), count: 4 },
    { name: "our own tags", open: () => madeFolder(tagsVault), count: 3 },
    ...realVaults("properties", 103),
    ...realVaults("tasks", 22),
    ...realVaults("tags", 5),
  ])("of $name is imported completely and once", async ({ open, count }) => {
    const profile = await openProfile();
    const path = await open();
    const report = await imported(profile, path);
    expect(report.counts).toMatchObject({ new: count, same: 0, problems: 0 });
    for (const { content } of await profile.all()) expect(content.trim()).not.toBe("");
    expect((await imported(profile, path)).counts).toMatchObject({ new: 0, same: count });
  });

  test.each([
    { name: "of our own", open: () => madeFolder(tagsVault), tags: ["todo", "旅行/東京"] },
    ...realVaults("tags", 5).map(({ open }) => ({ name: "of others", open, tags: ["wishlist"] })),
  ])("$name has the tags of its notes, but none from code and URLs", async (vault) => {
    const profile = await openProfile();
    await imported(profile, await vault.open());
    const tags = new Set((await profile.all()).flatMap((memo) => memo.tags));
    expect([...tags].toSorted()).toEqual(
      expect.arrayContaining([
        "after-fence",
        "books",
        "fiction",
        "planning/2026",
        "shell",
        ...vault.tags,
      ]),
    );
    for (const none of ["define", "hashtag", "indented", "make", "multiline-code", "page"]) {
      expect(tags).not.toContain(none);
    }
  });
});

interface LinkedVault {
  readonly name: string;
  open(): Promise<string>;
  readonly counts: object;
  readonly links: { readonly note: string; readonly count: number; readonly code: string };
  readonly trimmed: { readonly note: string; readonly target: string; readonly count: number };
  readonly embeds: readonly string[];
}

function realVaults(name: string, count: number) {
  return realSamples(`import-samples/obsidian/${name}`).map((path) => ({
    name,
    open: async () => path,
    count,
  }));
}

describe("sites of Markdown", () => {
  test.each([
    { name: "our own", open: () => madeFolder(jekyllSite), count: 12 },
    ...realSites("jekyll", 57),
  ])("of Jekyll, $name, get dates from names and front matter, and titles", async (site) => {
    const profile = await openProfile();
    const report = await imported(profile, await site.open());
    expect(report.counts).toMatchObject({ new: site.count, problems: 0 });
    const complex = await memoOf(profile, "# Complex");
    expect(new Date(complex.createdMs).getFullYear()).toBe(2008);
    const tagged = await memoOf(profile, "# Some Tags\n\nAwesome!\n\n#_posts #food");
    expect(tagged.tags).toEqual(["_posts", "food", "cooking", "pizza"]);
  });

  test.each([
    { name: "our own", open: () => madeFolder(hugoSite), count: 6 },
    ...realSites("hugo", 27),
  ])("of Hugo, $name, have their TOML parsed, in English and Arabic", async (site) => {
    const profile = await openProfile();
    const report = await imported(profile, await site.open());
    expect(report.counts).toMatchObject({ new: site.count, problems: 0 });
    const rich = await memoOf(profile, "# Rich Content");
    expect(rich.tags).toEqual(expect.arrayContaining(["shortcodes", "privacy"]));
    expect(new Date(rich.createdMs).getUTCFullYear()).toBe(2019);
    expect((await memoOf(profile, "# نموذج عربي")).tags).toContain("عربي");
  });
});

function realSites(name: string, count: number) {
  return realSamples(`import-samples/markdown/${name}`).map((path) => ({
    name: "real",
    open: async () => path,
    count,
  }));
}
