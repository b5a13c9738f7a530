import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { growthOf, loadCounted, superlinear } from "../../../tests/work/count-work.ts";
import { deriveMemo } from "../derive.ts";
import type * as markdown from "../index.ts";
import { tagRanges } from "../tag-ranges.ts";
import { outlineOf } from "./outline.ts";
import { retag, undoRetag } from "./retag.ts";

const add = (content: string, tag = "boat") => retag(content, { add: [tag], remove: [] })!;
const remove = (content: string, tag = "boat") => retag(content, { add: [], remove: [tag] })!;

describe("adding a tag", () => {
  test.each([
    ["", "#boat"],
    ["\n", "#boat\n"],
    ["Fix the sail", "Fix the sail\n\n#boat"],
    ["Fix the sail\n", "Fix the sail\n\n#boat\n"],
    ["Fix  \r\nthe sail\r\n\r\n", "Fix  \r\nthe sail\r\n\r\n#boat\r\n\r\n"],
    ["Fix the sail  \n \n", "Fix the sail  \n\n#boat\n \n"],
    ["Sail\n\n#sea", "Sail\n\n#sea #boat"],
    ["Sail\n#sea  #wind \n", "Sail\n#sea  #wind #boat \n"],
    ["#sea", "#sea #boat"],
    ["Sail #sea", "Sail #sea\n\n#boat"],
    ["- #sea", "- #sea\n\n#boat"],
    ["- sail\n  #sea", "- sail\n  #sea\n\n#boat"],
    ["> wind\n#sea", "> wind\n#sea\n\n#boat"],
    ["# #sea", "# #sea\n\n#boat"],
    ["#sea\n===", "#sea\n===\n\n#boat"],
    ["#sea #boat/winter", "#sea #boat/winter #boat"],
    ["#Boat", "#Boat #boat"],
    ["- [ ] sail", "- [ ] sail\n\n#boat"],
    ["a|b\n-|-\n1|2", "a|b\n-|-\n1|2\n\n#boat"],
    ["Sail[^a]\n\n[^a]: of hemp", "Sail[^a]\n\n[^a]: of hemp\n\n#boat"],
    ["---\ntitle: Sail\n---", "---\ntitle: Sail\n---\n\n#boat"],
    ["```\n#boat\n```", "```\n#boat\n```\n\n#boat"],
    ["    #boat", "    #boat\n\n#boat"],
    ["Sail\n```\n#sea", "Sail\n\n#boat\n\n```\n#sea"],
    ["```\nsail", "#boat\n\n```\nsail"],
    ["# Sail\n\n<!-- wind\n\nsea", "# Sail\n\n#boat\n\n<!-- wind\n\nsea"],
    ["> ```\n> sail", "> ```\n> sail\n\n#boat"],
  ])("M27 · turns %j into %j", (content, after) => {
    expect(add(content).content).toBe(after);
  });

  test.each(["#boat", "Sail the #boat today", "# #boat", "| #boat |\n|-|"])(
    "M27a · not to %j, which has it",
    (content) => expect(add(content)).toEqual({ content, steps: [] }),
  );

  test("M27 · avoids a line that would no longer look wrapped", () => {
    const wrapped = `${"the wind comes from the west and goes ".repeat(2)}\n${"#sea-and-wind ".repeat(5).trim()}`;
    expect(add(wrapped, "boats-and-ships").content).toBe(`${wrapped}\n\n#boats-and-ships`);
  });
});

describe("removing a tag", () => {
  test.each([
    ["#boat", ""],
    ["Sail\n\n#boat", "Sail"],
    ["Sail\n\n#boat\n", "Sail\n"],
    ["Sail\r\n\r\n#boat\r\n", "Sail\r\n"],
    ["Sail\n\n#boat\n\nWind", "Sail\n\nWind"],
    ["#boat\n\nSail", "Sail"],
    ["Sail\n#boat\nWind", "Sail\nWind"],
    ["Sail  \n#boat", "Sail  "],
    ["#boat\n\n#boat\n\n#boat", ""],
    ["Sail\n\n#sea #boat #wind", "Sail\n\n#sea #wind"],
    ["#boat #boat #sea", "#sea"],
    ["#sea #boat", "#sea"],
    ["#sea#boat#wind", "#sea#wind"],
    ["meet at #boat today", "meet at boat today"],
    ["#boat is ready, the #boat. (#boat)", "boat is ready, the boat. (boat)"],
    ["# The #boat", "# The boat"],
    ["- #boat", "- boat"],
    ["> #boat", "> boat"],
    ["- [ ] paint #boat", "- [ ] paint boat"],
    ["#boat\n---", "boat\n---"],
    ["a|#boat\n-|-", "a|boat\n-|-"],
    ["x#boat, #sea#boat", "x\\#boat, #sea\\#boat"],
    ["x ##boat", "x #\\#boat"],
    ["the #boat.io", "the \\#boat\\.io"],
    ["`#boat` [#boat](x) \\#boat #boat", "`#boat` [#boat](x) \\#boat boat"],
    ["#boat/winter #boats #Boat", "#boat/winter #boats #Boat"],
    ["- a\n\n#boat\n\n- b", "- a\n\nboat\n\n- b"],
    ["#boat\n2. b", "boat\n2. b"],
  ])("M28 · turns %j into %j", (content, after) => {
    expect(remove(content).content).toBe(after);
  });

  test("M28a · is a word only where it stays one", () => {
    expect(remove("#1. sail", "1").content).toBe("\\#1. sail");
    expect(remove("#- sail", "-").content).toBe("\\#- sail");
  });
});

test("removes several tags, then adds several, in that order", () => {
  const { content, steps } = retag("Sail\n\n#sea #wind", { add: ["a", "wind"], remove: ["sea"] })!;
  expect(content).toBe("Sail\n\n#wind #a");
  expect(steps.map(({ tag, isAdded }) => [tag, isAdded])).toEqual([
    ["sea", false],
    ["a", true],
  ]);
});

describe("M29, M29a · what was done is taken back in", () => {
  const back = (content: string, done: ReturnType<typeof add>) =>
    undoRetag(content, done.content, done.steps);

  test.each([
    ["a text that goes on before the tag", "Sail today\n\n#boat", "Sail today"],
    ["a text that goes on behind the tag", "Sail\n\n#boat\n\nWind", "Sail\n\nWind"],
    ["a line that has more tags by now", "Sail\n\n#boat #sea", "Sail\n\n#sea"],
    ["a sentence that came to be around it", "Sail\n\nthe #boat today", "Sail\n\nthe boat today"],
    ["a text that has the tag twice", "Sail #boat\n\n#boat", "Sail #boat"],
    ["a text that has it no more", "Sail\n\n#sea", "Sail\n\n#sea"],
  ])("removes an added tag from %s", (_what, now, after) => {
    expect(back(now, add("Sail"))).toBe(after);
  });

  test.each([
    ["Sail\n\n#boat", "Sail\n\nWind", "Sail\n\nWind\n\n#boat"],
    ["Sail\n\n#boat\n", "Sails\n", "Sails\n\n#boat\n"],
    ["Sail\n\n#sea #boat #wind", "Sails\n\n#sea #wind", "Sails\n\n#sea #boat #wind"],
    ["the #boat and the boat", "see the boat and the boat", "see the #boat and the boat"],
    ["the #boat and the #boat", "the ship and the boat", "the ship and the #boat"],
    ["the #boat", "nothing", "nothing"],
    ["x#boat there", "x\\#boat here", "x#boat here"],
    ["the #boat.io", "a \\#boat\\.io there", "a #boat.io there"],
  ])("restores a tag removed from %j, which is now %j", (content, now, after) => {
    expect(back(now, remove(content))).toBe(after);
  });
});

const PLAIN = [
  ...[
    "#boat",
    "#boat",
    "#a",
    "#boat/b",
    "sail",
    "wind ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "#",
    "\\",
  ],
  ...[
    "- ",
    "> ",
    "1. ",
    "- [ ] ",
    "    ",
    "```",
    "`",
    "*",
    "_",
    "==",
    "$$",
    "|",
    "a|b\n-|-\n",
    "-|-",
  ],
  ...[
    "<!--",
    "-->",
    "<div>",
    "<pre>",
    "[^a]",
    "\n[^a]: ",
    "[",
    "](x)",
    "# ",
    "---",
    "===",
    "\n---\n",
  ],
  ...["@", "&", ";", ".", "> [!NOTE]\n", "日本", "it's", "\0", "\t", "#1", "#-"],
  "the wind comes from the west and it goes to where the boats go in",
];
/** Text that forms a link with adjacent text. */
const LINKS = ["x.co", ".io", "://", "https://x.co/", "me@x.co"];
const textOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join(""));
const plainText = textOf(PLAIN);
const text = textOf([...PLAIN, ...LINKS]);
const tags = fc.constantFrom("boat", "a", "1", "-", "boat/b", "日本", "c-d");

describe("on any text", () => {
  test("M27a · what was added is found, all else is read as before, and it can be taken back", () => {
    fc.assert(
      fc.property(text, tags, (content, tag) => {
        const done = add(content, tag);
        const before = deriveMemo(content);
        const after = deriveMemo(done.content);
        expect(after.tags.toSorted()).toEqual([...new Set([...before.tags, tag])].toSorted());
        expect(after.property).toEqual(before.property);
        const added = done.steps.length === 0 ? null : tag;
        const say = (each: string) => (each === added ? "" : null);
        expect(outlineOf(done.content, say)).toBe(outlineOf(content));
        expect(add(done.content, tag).steps).toEqual([]);
        expect(undoRetag(done.content, done.content, done.steps)).toBe(content);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M28 · a removed tag isn't found, others are, and undoing restores the text", () => {
    fc.assert(
      fc.property(text, tags, (content, tag) => {
        const done = retag(content, { add: [], remove: [tag] });
        // Without the tag a link may begin there that no backslash prevents.
        if (done === null && LINKS.some((link) => content.includes(link))) return;
        if (done === null) throw new Error("not removed");
        const before = deriveMemo(content);
        const after = deriveMemo(done.content);
        expect(after.tags).toEqual(before.tags.filter((each) => each !== tag));
        expect(undoRetag(done.content, done.content, done.steps)).toBe(content);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M28b · what is left is read as before", () => {
    fc.assert(
      fc.property(plainText, tags, (content, tag) => {
        const { title: _was, ...before } = deriveMemo(content).property;
        const { title: _is, ...after } = deriveMemo(remove(content, tag).content).property;
        expect(after).toEqual(before);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M28 · no letter is lost", () => {
    const letters = (content: string) => content.replaceAll(/[^\p{L}]/gu, "");
    fc.assert(
      fc.property(text, (content) => {
        const lost = letters(content).length - letters(remove(content).content).length;
        const onTagLines = content
          .split(/\r\n|\r|\n/)
          .filter((line) => /^(?:[ \t]|#boat(?:\/b)?|#a|#1|#-)*$/.test(line))
          .join("\n");
        const most = (onTagLines.match(/#boat/g) ?? []).length * "boat".length;
        expect(lost).toBeGreaterThanOrEqual(0);
        expect(lost).toBeLessThanOrEqual(most);
      }),
    );
  });

  test("M29 · undoing removes nothing else, whatever was added since", () => {
    fc.assert(
      fc.property(text, text, tags, (content, more, tag) => {
        const done = add(content, tag);
        if (done.steps.length === 0) return;
        const now = `${done.content}\n\nmeanwhile ${more}`;
        const after = undoRetag(now, done.content, done.steps);
        expect(after).toContain("meanwhile");
        expect(tagRanges(after).length).toBeGreaterThanOrEqual(tagRanges(now).length - 1);
      }),
    );
  });
});

describe("texts made to be slow", () => {
  const fill = (unit: string, length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));
  const tags = { add: ["b"], remove: ["a"] };
  const counted = loadCounted<typeof markdown>(new URL("../index.ts", import.meta.url));
  afterAll(() => counted[Symbol.asyncDispose]());

  test.each([
    ["tags on one line", "#a "],
    ["lines of tags", "#a\n"],
    ["paragraphs of tags", "#a\n\nx\n\n"],
    ["tags without a blank between", "#a"],
    ["tags before what would be a link", "#a==x.co "],
    ["comments", "<!-- "],
  ])("M19 · retags and undoes %s in linear time", async (_name, unit) => {
    const calls: readonly ((text: string) => Promise<{ readonly steps: number }>)[] = [
      (text) => counted.call("retag", text, tags),
      (text) => {
        const { content, steps } = retag(text, tags)!;
        return counted.call("undoRetag", content, content, steps);
      },
      (text) => {
        const { content, steps } = retag(text, tags)!;
        return counted.call("undoRetag", `x${content}\nyes`, content, steps);
      },
    ];
    for (const call of calls) {
      const growth = await growthOf(500, async (length) => (await call(fill(unit, length))).steps);
      expect(growth).toBeLessThan(superlinear);
    }
  });

  // Covers limits that aren't counted, such as the engine's recursion depth.
  test("M19 · retags and undoes 200 KB of tags", () => {
    const long = fill("#a", 200_000);
    const { content, steps } = retag(long, tags)!;
    expect(undoRetag(content, content, steps)).toBe(long);
    expect(undoRetag(`x${content}\nyes`, content, steps)).toContain("yes");
  });
});
