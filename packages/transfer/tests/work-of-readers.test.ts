import { codeRanges, deriveMemo } from "@tidemark/core/markdown";
import { afterAll, describe, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- work is counted by what the tests of core have for it.
import { growthOf, loadCounted, superlinear } from "../../core/tests/work/count-work.ts";
import { plainMemo } from "../src/model.ts";
import { possibleName } from "../src/run/bring-files.ts";
import { writtenText } from "../src/run/written-text.ts";
import { readFrontMatter } from "../src/text/front-matter.ts";
import { readMemoFile, writeMemoFile } from "../src/tidemark/memo-file.ts";
import type * as readers from "./counted-readers.ts";

const counted = loadCounted<typeof readers>(new URL("./counted-readers.ts", import.meta.url));
afterAll(() => counted[Symbol.asyncDispose]());

type SizedReader = Exclude<keyof typeof readers, "readLinks" | "readKeepPage">;

describe("the work of reading a source is linear", () => {
  test.each([
    ["escaped brackets", "", "\\["],
    ["escaped backslashes", "", "\\\\["],
    ["a label without an end, with links in it", "[", "[a](b)"],
    ["links in parentheses", "[", "[a](b[c)"],
    ["labels without an end", "", "[a"],
    ["addresses without an end", "", "[a](<"],
    ["empty links without an end", "", "[]("],
    ["empty links", "", "[]()"],
    ["empty labels", "", "[]"],
    ["pictures in HTML", "", "<img src=a>"],
    ["nested parentheses", "[a](", "(b)"],
    ["titles without an end", "", '[a](b "'],
    ["names of links without an end", "", "[["],
    ["definitions", "", "[a]: "],
    ["pictures without an end", "", "<img src="],
    ["films without an end", "", "<video><source src=a>"],
    ["links in HTML without an end", "</a>", "<a href=b>"],
    ["comments without an end", "", "<!--"],
    ["addresses with blanks", "", "[a](b c"],
    ["macros without an end", "", "{{video a"],
  ])("links: %s", async (_what, opening, unit) => {
    const growth = await growthOf(200, async (length) => {
      return (await counted.call("readLinks", opening, unit, length)).steps;
    });
    expect(growth).toBeLessThan(superlinear);
  });

  test.each<[SizedReader, number]>([
    ["findNames", 200],
    ["orderComments", 200],
    ["writeAnnotations", 200],
    ["readMemosRecord", 100],
    ["writeTags", 400],
    ["writeHyphens", 400],
    ["readTags", 500],
    ["readProperties", 200],
    ["linkNotes", 200],
    ["deriveTags", 200],
  ])("%s", async (name, length) => {
    const growth = await growthOf(length, async (size) => (await counted.call(name, size)).steps);
    expect(growth).toBeLessThan(superlinear);
  });

  test.each([
    ["comments without an end", "<!--"],
    ["comments", "<!-- a -->"],
    ["tags without an end", "<a "],
    ["quotes without an end", '<a "'],
    ["nested blocks", "<div>"],
    ["lines", "<p>a<br>"],
    ["lists", "<ul><li>"],
    ["marks", "<b>a"],
  ])("pages of Keep: %s", async (_what, unit) => {
    const growth = await growthOf(200, async (length) => {
      return (await counted.call("readKeepPage", unit, length)).steps;
    });
    expect(growth).toBeLessThan(superlinear);
  });

  test("readCode, with a text of quadratic length", async () => {
    const growth = await growthOf(20, async (size) => (await counted.call("readCode", size)).steps);
    expect(growth).toBeLessThan(superlinear ** 2);
  });
});

function numbered(joint: string): string {
  return Array.from({ length: 20_000 }, (_, at) => `t${at}`).join(joint);
}

// Without a bound each of these would take minutes, or exceed the maximum number of call arguments.
describe("a megabyte of", () => {
  const errors = `a: "${"\\x".repeat(500_000)}"`;

  test("front matter isn't parsed: it stays in the text, and the import reports it", () => {
    const text = `---\n${errors}\n---\nbody`;
    expect(readFrontMatter(text)).toMatchObject({
      body: text,
      fault: "it is longer than 262144 characters",
    });
  });

  test("marks in front matter aren't parsed", () => {
    const text = `---\na: [${",".repeat(100_000)}]\n---\nbody`;
    expect(readFrontMatter(text)).toMatchObject({
      body: text,
      fault: "it has more than 65536 marks such as commas",
    });
  });

  test.each(["[", "{a: ", "- "])("front matter nested by %j is reported", (unit) => {
    const text = `---\na: ${unit.repeat(30_000)}\n---\nbody`;
    expect(readFrontMatter(text)).toMatchObject({
      body: text,
      fault: expect.stringMatching(/\w+ \w+/),
    });
  });

  test("the front matter of an exported memo is parsed as JSON, only for our exports", () => {
    const references = Array.from({ length: 50_000 }, (_, at) => `memo-${at}`);
    const usual = { state: "NORMAL", pinned: false, location: null, parent: null } as const;
    const lists = { references, reactions: [], files: [] };
    const head = {
      id: "a",
      created: 0,
      updated: 0,
      visibility: "PRIVATE",
      ...usual,
      ...lists,
    } as const;
    expect(readMemoFile(writeMemoFile(head, "body"))).toEqual({ head, content: "body" });
    expect(readMemoFile(`---\n${errors}\n---\nbody`)).toMatch(
      /^its front matter cannot be read: .*JSON/,
    );
  });

  test("inline code yields every span", () => {
    expect(codeRanges("`a` ".repeat(250_000))).toHaveLength(250_000);
  });

  test("a text accepts many tags, each once", () => {
    const tags = ["word", ...Array.from({ length: 200 }, (_, at) => `tag${at}`)];
    const text = [`#word ${"word\n\n".repeat(5000)}`];
    const memo = plainMemo({ key: "a", from: "a", text, tags: [...tags, ...tags] });
    const { content, notes } = writtenText(memo, () => null, new Map());
    expect(notes).toEqual([]);
    expect(deriveMemo(content).tags.toSorted()).toEqual(tags.toSorted());
    expect(content.match(/#tag7\b/g)).toHaveLength(1);
  });

  test.each([
    ["a line", `tags: [${numbered(", ")}]`],
    ["quotes", `tags: ["${numbered('", "')}"]`],
    ["a list", `tags:\n  - ${numbered("\n  - ")}`],
  ])("20,000 tags in %s of front matter all arrive", (_form, matter) => {
    const { fields, fault } = readFrontMatter(`---\n${matter}\n---\nbody`);
    expect(fault).toBeNull();
    const tags = fields.get("tags") ?? [];
    const memo = plainMemo({ key: "a", from: "a", text: ["body"], tags });
    const { content, notes } = writtenText(memo, () => null, new Map());
    expect(notes).toEqual([]);
    expect(deriveMemo(content).tags).toEqual(numbered(" ").split(" "));
  });

  test("20,000 properties all arrive", () => {
    const { fields, fault } = readFrontMatter(`---\n${numbered(": v\n")}: v\n---\nbody`);
    expect(fault).toBeNull();
    expect(fields.size).toBe(20_000);
  });

  test("a name is cut quickly", () => {
    const cut = possibleName(`${"é".repeat(500_000)}.png`);
    expect(cut).toBe(`${"é".repeat(251)}.png`);
  });
});

test("front matter within the limit reports an error without counting lines", () => {
  expect(readFrontMatter(`---\na: "${"\\x".repeat(10_000)}"\n---\n`).fault).toMatch(
    /^Invalid escape sequence \S+$/,
  );
});
