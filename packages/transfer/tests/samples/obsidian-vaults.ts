const app = { ".obsidian/app.json": "{}" };

/** Vault of notes that link to each other in every form. */
export const linkedVault: Readonly<Record<string, string>> = {
  ...app,
  "wiki links.md": [
    "To [[plain notes]] and the same [[Plain Notes|spelt in another way]], [[PLAIN NOTES]].",
    "",
    "To [[plain notes|with words]], [[plain notes#Part one]], [[plain notes#Part one|a part]].",
    "",
    "To [[Ordner/Straße]] and [[_underscored]].",
    "",
    "In code: `[[plain notes]]`",
    "",
    "```",
    "[[plain notes]]",
    "```",
    "",
    "[[never closed",
    "",
    "The end.",
  ].join("\n"),
  "plain notes.md": [
    "# Part one",
    "",
    "A [link](wiki%20links.md), a [page](https://a.example/), [up](#part-one).",
    "",
    "## Part two ^block",
    "",
    "1. eins",
    "2. zwei",
  ].join("\n"),
  "blanks.md":
    "[[foo]] [[ foo]] [[foo ]] [[   foo   ]]\n\n[[foo|foo]] [[ foo|foo]] [[foo |foo]]\n\n" +
    "[[foo#^abc]] [[foo#^abc ]] [[foo#^abc |foo > ^abc]] [[ foo#^abc ]] [[   foo   |foo]]",
  "foo.md": "Some text ^abc",
  "embeds.md": [
    "![[properties]]",
    "",
    "> ![[properties]]",
    "",
    "![[no such note]] ![[Not valid.] `![[properties]]`",
    "",
    "![[sea.png]] ![[lamp.svg|120]] ![[paper.pdf]]",
    "",
    "![plain](files/sea.png)",
  ].join("\n"),
  "properties.md": "---\nlang: [sv, ja]\nup: '[[foo]]'\n---\nText below",
  "_underscored.md": "Begins with a line",
  "UPPERCASE.md": "[[uppercase]] is this one",
  "Ordner/Straße.md": "Zur Straße: [[Note]], [[STRASSE]]",
  "one/Note.md": "The first of two with a name",
  "two/Note.md": "The second: [[one/Note]]",
  'non-ascii/Nöte mit "Anführung".md': "[[日本語のメモ]] und [[Cafe\u0301]]",
  "non-ascii/日本語のメモ.md": '[[Nöte mit "Anführung"]]',
  "non-ascii/Café.md": "| a | b |\n| --- | --- |\n| [[foo\\|cell]] | ![[sea.png\\|90]] |",
  "circle/A.md": "![[B]]",
  "circle/B.md": "![[A]]",
  "math.md": "$$\n\\[[a]] + b\n$$\n\n==marked== and %%hidden%%",
  "files/sea.png": "picture",
  "files/lamp.svg": "<svg/>",
  "files/paper.pdf": "pdf",
};

/** Vault whose notes contain only properties. */
export const propertiesVault: Readonly<Record<string, string>> = {
  ...app,
  ".obsidian/types.json": '{"types":{"rating":"number"}}',
  "Books/Der Zauberberg.md":
    "---\ncategories:\n  - '[[Books]]'\nauthor: '[[Thomas Mann]]'\nrating: 6\nyear: 1924\nlast:\n---\n",
  "Books/海辺のカフカ.md":
    "---\ncategories: ['[[Books]]']\nauthor: '[[村上春樹]]'\ntags: [本]\n---\n",
  "Categories/Books.md": "---\ntags:\n  - categories\n---\n\n![[Books.base]]",
  "Categories/Leer.md": "",
  "Daily/2023-09-12.md": "---\ntags:\n  - daily\n---\n",
  "Readme.md": "# Read this first\n\nEverything links to [[Categories/Books|books]].",
  "Templates/Bases/Books.base": 'filters:\n  and:\n    - categories.contains(link("Books"))\n',
};

/** Vault of nested tasks with dates and fields. */
export const tasksVault: Readonly<Record<string, string>> = {
  ...app,
  "checklist.md": [
    "- [ ] call 📅 2024-02-30 [priority:: high]",
    "    - [x] find the number ✅ 2024-02-01",
    "        - [-] cancelled",
    "- [/] half done",
    "+ [ ] with a plus",
    "1. [ ] numbered (due:: 2024-03-01)",
  ].join("\n"),
  "blog/2021-08-08-ein Beitrag.md": "---\ndate: 2021-13-45\n---\nA date that is none",
  "blog/2021-08-09-leer.md": "",
  "recipes/crêpes & co.md": "ingredients:: flour, milk\n\n- [ ] try them",
};

/** Vault with tags in every place, and with lookalikes in code and URLs. */
export const tagsVault: Readonly<Record<string, string>> = {
  ...app,
  "code.md": [
    "A tag out here. #shell",
    "",
    "```c",
    "#define make it  #make",
    "```",
    "",
    "Inline `#hashtag`, and",
    "",
    "    #indented code",
    "",
    "A span over lines: `one",
    "#multiline-code",
    "two`.",
    "",
    "~~~",
    "`",
    "~~~",
    "A backtick in a fence hides nothing. #after-fence",
  ].join("\n"),
  "front matter.md":
    "---\ntags:\n  - books\n---\n\nRead on. #fiction [page](https://a.example/n#page)",
  "trip.md": "Booked it. #travel #planning/2026\n\n- Find a hotel #todo\n\n#旅行/東京 #چای",
};
