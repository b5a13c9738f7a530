import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { growthOf, loadCounted, superlinear } from "../../tests/work/count-work.ts";
import { deriveMemo } from "./derive.ts";
import type * as markdown from "./index.ts";
import { normaliseText } from "./normalise-text.ts";
import { renderMarkdown } from "./render.ts";
import { tagRanges } from "./tag-ranges.ts";
import { toggleTask } from "./tasks/toggle-task.ts";

const SIGNS = "#[]()<>!`*_~|-+=$@\\/&'\":.\n\r\t 1a\0".split("");
// prettier-ignore -- one kind of construct per line reads better than one piece per line
const PIECES = SIGNS.concat(
  ["#a", "#a/b", "#don't", "#👨‍👩‍👧", "##", "# ", "\r\n", "\n\n", "    "],
  ["> ", "- ", "1. ", "- [ ] ", "- [x] ", "a|b\n-|-\n", "\\|", "[r]: x\n"],
  ["```", "$$", "$x$", "](", "![", "<b>", "</b>", "<div>", "<!--", "-->"],
  ["https://x.co/#a", "x.com", "me@x.com", "@bob", "&#35;", "&amp;"],
  ["[^a]", "[^A]: ", "\n[^b]: #c ", "==", "==a==", "> [!NOTE]\n", "> [!tip]"],
  ["\u0301", "\u200D", "\u00A0", "日", "🇩🇪"],
);
const hostileText = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(""));

const UNESCAPED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function renderedTags(html: string): string[] {
  return [...html.matchAll(/ data-tag="([^"]*)"/g)].map(([, tag]) =>
    tag!.replace(/&\w+;/g, (entity) => UNESCAPED[entity]!),
  );
}

describe("the one grammar", () => {
  test("M3, M18 · viewer, editor and derivation see the same tags, on any text", () => {
    fc.assert(
      fc.property(hostileText, (content) => {
        const ranges = tagRanges(content);
        for (const { from, to, tag } of ranges)
          expect(content.slice(from, to).normalize("NFC")).toBe(`#${tag}`);
        // The viewer shows notes after the text.
        const shown = renderedTags(renderMarkdown(content)).sort();
        expect(ranges.map(({ tag }) => tag).sort()).toEqual(shown);
        expect([...new Set(ranges.map(({ tag }) => tag))]).toEqual(deriveMemo(content).tags);
        expect(deriveMemo(normaliseText(content))).toEqual(deriveMemo(content));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M11, M17 · every box in the viewer toggles, and toggling twice restores the text", () => {
    fc.assert(
      fc.property(hostileText, (content) => {
        const boxes = [...renderMarkdown(content).matchAll(/ data-task="(\d+)"/g)];
        expect(deriveMemo(content).property.hasTaskList).toBe(boxes.length > 0);
        expect(toggleTask(content, boxes.length)).toBeNull();
        const indexes = boxes.map(([, index]) => Number(index)).sort((a, b) => a - b);
        indexes.forEach((index, at) => {
          expect(index).toBe(at);
          const toggled = toggleTask(content, at)!;
          expect(toggled).not.toBe(content);
          expect(toggled).toHaveLength(content.length);
          expect(toggleTask(toggled, at)).toBe(content);
        });
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M13 · a snippet has at most 64 clusters and its ending", () => {
    const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(hostileText, (content) => {
        const { snippet } = deriveMemo(content);
        expect(snippet.isWellFormed()).toBe(true);
        expect([...clusters.segment(snippet.replace(/ \.\.\.$/, ""))].length).toBeLessThan(65);
      }),
    );
  });

  test("M15 · renders only the viewer's own elements", () => {
    const element =
      /<\/?(?:p|br|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|s|mark|sup|section|hr|a|span|div|img|input|table|thead|tbody|tr|th|td)(?: [^<>]*)?>/g;
    fc.assert(
      fc.property(hostileText, (content) => {
        expect(renderMarkdown(content).replace(element, "")).not.toMatch(/[<>]/);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });
});

describe("texts made to be slow", () => {
  type TextOf = (length: number) => string;
  const fill =
    (unit: string, before = ""): TextOf =>
    (length) =>
      before + unit.repeat(Math.ceil(length / unit.length));
  const halves =
    (first: string, second: string): TextOf =>
    (length) =>
      fill(first)(length / 2) + fill(second)(length / 2);

  /** Parsing 200 KB of each takes less than 0.1 seconds. */
  const light: readonly (readonly [name: string, TextOf])[] = [
    ["nested quotes", fill("> ")],
    ["nested lists", fill("- ")],
    ["many deep quotes", fill(`${"> ".repeat(60)}a\n`)],
    ["HTML tags", fill('<a b="')],
    ["comments", fill("<!--")],
    ["dollars", fill("$a ")],
    ["backslashes", fill("\\")],
    ["blanks within lines", (length) => `a${fill("  ")(length)}b\n${"c ".repeat(40)}`],
    ["wrapped lines", fill(`${"a ".repeat(35)}\n`)],
    ["wrapped lines of one word", fill(`${"a".repeat(70)}\n`)],
  ];
  /** Linear too, but slower. */
  const heavy: typeof light = [
    ["closed brackets", halves("[", "]")],
    ["open images", fill("![")],
    ["tags of joiners and marks", fill("#👨\u200D\u0301'")],
    ["marks in marks", fill("==a **b ")],
    ["references to no note", fill("[^b] ", "[^a]: b\n\n")],
    ["lines that end in half a break", fill("a<br        \n")],
    ["open brackets", fill("[")],
    ["open brackets beside a reference", fill("[", "[a]: b\n\n")],
    ["nested images", halves("![", "](x)")],
    ["emphasis", fill("*a **b ")],
    ["open math blocks", fill("$$a\n\n")],
    ["tags on one line", fill("#a ")],
    ["bare hosts", fill("a.co ")],
    ["glued URLs", fill("看http://x.co")],
    ["schemes", fill("http://")],
    ["URLs with open parentheses", fill("http://a/(")],
    ["addresses", fill("a@b.c ")],
    ["a wide table", halves("|a", "|-")],
    ["a long table", fill("|#a|\n", "|a|b|c|d\n|-|-|-|-\n")],
    ["tasks", fill("- [ ] a\n")],
    ["open marks", fill("==a ")],
    ["notes", fill("[^a]: b\n")],
    [
      "notes of their own",
      (length) => Array.from({ length: length / 10 }, (_, at) => `[^${at}]: b`).join("\n"),
    ],
    ["references to one note", fill("[^a] ", "[^a]: b\n\n")],
    ["open references", fill("[^", "[^a]: b\n\n")],
    ["notes with quotes", fill("[^a]: > b\n")],
    ["notes that go on", fill("    - c\n", "[^a]: b\n")],
    ["lines of backslashes", fill("\\\\\n")],
    ["callouts", fill("> [!NOTE]\n\n")],
  ];

  const counted = loadCounted<typeof markdown>(new URL("./index.ts", import.meta.url));
  afterAll(() => counted[Symbol.asyncDispose]());

  test.each([...light, ...heavy])("M19 · reads %s in linear time", async (_name, textOf) => {
    for (const name of ["deriveMemo", "tagRanges", "renderMarkdown"] as const) {
      const growth = await growthOf(1_000, async (length) => {
        const { steps } = await counted.call(name, textOf(length));
        return steps;
      });
      expect(growth, name).toBeLessThan(superlinear);
    }
  });

  // Covers limits that aren't counted, such as the engine's recursion depth.
  test.each(light)("M19 · reads 200 KB of %s", (_name, textOf) => {
    const content = textOf(200_000);
    const { tags } = deriveMemo(content);
    expect(tagRanges(content).every(({ tag }) => tags.includes(tag))).toBe(true);
    expect(renderMarkdown(content)).not.toBe("");
  });

  test("M19 · adds at most 65,536 missing cells to a table", () => {
    const rows = 1_000;
    const html = renderMarkdown(`${"|a".repeat(500)}\n${"|-".repeat(500)}\n${"|\n".repeat(rows)}`);
    expect(html.split("<td>").length).toBeLessThanOrEqual(65_536 + rows);
  });

  test("M19 · content nested deeper than 100 is ignored", () => {
    expect(deriveMemo(`${"> ".repeat(99)}#a`).tags).toEqual(["a"]);
    expect(deriveMemo(`${"> ".repeat(150)}#a`).tags).toEqual([]);
  });
});
