import { createPageReader } from "../../src/net/read-metadata.ts";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";

// Runs a parser on each of its hostile inputs, and prints the name of an input when it is done.

const size = Number(process.argv[3]);
const fill = (piece: string, length = size): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const upTo = (count: number): number[] => [...Array(count).keys()];

/** Created one at a time: together they would exceed the memory limit. */
const html: Record<string, () => string> = {
  "formatting that is opened again in each paragraph": () => fill("<p><font>"),
  "deep nesting": () => fill("<div>"),
  "deep nesting within a head": () => `<head><noscript>${fill("<b>")}`,
  "ends of what was never begun": () => `<head>${fill("<title>", 9000)}${fill("</x>")}`,
  "ends after many beginnings": () => `<head><noscript>${fill("<b>", 3000)}${fill("</i>")}`,
  attributes: () => `<meta ${fill("a ")}>`,
  "attributes of different names": () =>
    `<meta ${upTo(80_000)
      .map((i) => `a${i}`)
      .join(" ")}>`,
  "an attribute without an end": () => `<meta content="${fill("x")}`,
  "a comment without an end": () => fill("<!--"),
  "a title without an end": () => `<title>${fill("<title>")}`,
  "a script without an end": () => `<script>${fill("</scrip")}`,
  entities: () => `<title>${fill("&ampamp;&#x1F30A;&notanentity")}`,
  metas: () => fill(`<meta property="a" content="b">`),
  "white space": () => `<title>${fill(" ")}</title>`,
  declarations: () => fill("<!D"),
  tables: () => fill("<table><tr>"),
  "wrappers that are closed as others": () =>
    `${fill("<template>", size / 2)}${fill("</svg>", size / 2)}`,
  "pictures within pictures": () => `<head>${fill("<svg><title>")}`,
  "properties of many names": () => `<meta property="${fill("og:title ")}" content="x">`,
  "linked data": () => fill(`<script type="application/ld+json">[${"[".repeat(9000)}</script>`),
  "linked data of many kinds": () =>
    `<script type="application/ld+json">{"@type":[${fill('"x",', 200_000)}"y"]}</script>`,
};

const markdown: Record<string, string> = Object.fromEntries(
  [
    ...[
      "[",
      "![",
      "[[a](",
      "![[",
      "[a](<b",
      "[a](b ",
      '[a](b "',
      "[a]: b\n",
      "[a]: 'x\n",
      "> [a]: b\n",
    ],
    ...["`a``b", "*a ", "*a_", "a**b", "_a ", "~~a ", "*a **b _c __d ~~e ", "***a* "],
    ...["<", "<a ", "<!--", "<?", "<![CDATA[", "<a b='", "<http:", "<a@", "<div>\n", "<script>\n"],
    ...["> ", "- ", "1. ", "a\n-\n", "|\n", "|a|\n|-|\n|b|\n\n", "x|\n-|\n", "```\n", "***\n"],
    ...[
      "http://",
      "http://a.de/",
      "http://a.de/((",
      "a@b.de ",
      "a@",
      "a.",
      "a.com",
      "//a.b",
      "日http://a",
    ],
    ...["#", "#a", "##a ", "@a", "&", "&#1", "\\", "$", "$a", "$$a", "$$ a\n", " ", "\t", "\n"],
  ].map((piece) => [piece, fill(piece)]),
);
const growing = upTo(900)
  .map((i) => `a${"`".repeat(i)}`)
  .join("");
Object.assign(markdown, {
  "backticks of growing lengths": growing,
  "quotes of growing depth": upTo(900)
    .map((i) => `${">".repeat(i)}a`)
    .join("\n"),
  "lists of growing depth": upTo(900)
    .map((i) => `${" ".repeat(2 * (i % 300))}- a`)
    .join("\n"),
  "images in images": `${"![".repeat(size / 6)}a${"](b)".repeat(size / 6)}`,
  "a wide table": `|${"a|".repeat(5000)}\n|${"-|".repeat(5000)}\n${fill("|\n", 50_000)}`,
  "one long definition": `[a]: ${fill("b", size / 2)}\n\n${fill("[a] ", size / 2)}`,
  "a tag of joiners": `#${fill("👨\u200D")}`,
  "marks on one letter": `a${fill("\u0301")}`,
});

const filter: Record<string, string> = {
  brackets: fill("("),
  lists: fill("["),
  negations: `${fill("!")}true`,
  signs: `${fill("-")}1`,
  "a long disjunction": upTo(40_000)
    .map(() => "pinned")
    .join(" || "),
  ternaries: fill("pinned ? "),
  calls: fill("size("),
  fields: `content${fill(".content")}`,
  "a text without an end": `content == "${fill("\\\\\\n")}`,
  blanks: fill(" "),
  "within the size, nested": "(".repeat(4000),
  "within the size, a pattern": `content.matches("${"(a*)*".repeat(40)}")`,
  "within the size, macros": `tags.exists(t, ${"t == 'a' || ".repeat(300)}true)`,
};

type Parser = readonly [
  inputs: Readonly<Record<string, string | (() => string)>>,
  parse: (text: string) => void,
];
const parsers: Readonly<Record<string, Parser>> = {
  html: [
    html,
    (text: string) => {
      const page = createPageReader();
      page.write(text);
      page.metadata("https://example.org/");
    },
  ],
  markdown: [markdown, (text: string) => void deriveMemo(text)],
  filter: [
    filter,
    (text: string) => void compileFilter(text, { schema: memoFilterSchema, nowMs: 0 }),
  ],
};

const parser = parsers[process.argv[2] ?? ""];
if (parser === undefined) throw new Error("no such parser");
const [inputs, parse] = parser;
for (const [input, text] of Object.entries(inputs)) {
  process.stdout.write(`${JSON.stringify(input)} `);
  parse(typeof text === "string" ? text : text());
  process.stdout.write("done\n");
}
process.stdout.write(`all ${Object.keys(inputs).length}\n`);
