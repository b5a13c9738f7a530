import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hitText, type Piece, taskCount } from "./hit-text.ts";

const said = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join("");
const shown = (content: string, ...terms: string[]): string[] => {
  const { title, text } = hitText(content, terms);
  return [said(title), said(text)];
};

describe("the text of a search hit", () => {
  test("is its title and the text below it, without Markdown's marks", () => {
    const content =
      "# Boat **out** of the water\n\nAsk [Jonas](https://jonas.example/x) for `trestles`.\n\n- [x] winterise\n- [ ] engine\n\n#boat #winter";
    expect(shown(content, "jonas", "engine", "boat")).toEqual([
      "[Boat] out of the water",
      "Ask [Jonas] for trestles. · winterise · [engine]",
    ]);
    expect(shown("One line alone")).toEqual(["One line alone", ""]);
    expect(shown("\n  \n")).toEqual(["", ""]);
    expect(shown("Rope #boat #rope")).toEqual(["Rope", ""]);
    expect(shown("#boat first")).toEqual(["#boat first", ""]);
  });

  test("has a link's text, over lines and with its address elsewhere", () => {
    expect(
      shown("T\n\nall in [my\nnotes](https://a.example/b) and [others][1], x[0]", "notes")[1],
    ).toBe("all in my [notes] and others, x[0]");
  });

  test("begins shortly before a match that is far down, at a word", () => {
    const [, text = ""] = shown(
      `Title\n\n${"many words before it. ".repeat(400)}Then the needle is here.`,
      "needle",
    );
    expect(text.startsWith("…")).toBe(true);
    expect(text.indexOf("[needle]")).toBeLessThan(64);
    expect(text).toContain("Then the [needle] is here.");
  });

  test("skips matches in hidden text, and ignores case", () => {
    const content = `Title\n\n[a page](https://needle.example/needle) ${"words ".repeat(100)}\n\nhere a NEEDLE stands`;
    expect(shown(content, "needle")[1]).toContain("[NEEDLE] stands");
  });

  test("has the source of a match that is only in an address, and no line of tags", () => {
    const content = "Title\n\nread [a page](https://needle.example/x) first\n\n#boat";
    expect(shown(content, "needle")[1]).toContain("https://[needle].example/x) first");
    expect(shown(content, "boat")[1]).toBe("read a page first");
  });

  test("continues a long title below it, around the match", () => {
    const [title = "", text = ""] = shown(`${"long ".repeat(100)}needle at last`, "needle");
    expect(title.length).toBeLessThanOrEqual(160);
    expect(title.endsWith("…")).toBe(true);
    expect(text).toContain("[needle] at last");
  });

  test("is found in a paragraph of 300 kB with one look at it for each match", () => {
    const [, text = ""] = shown(`Title\n\n${"[*_` ".repeat(75_000)}needle end`, "needle");
    expect(text).toContain("[needle] end");
    expect(shown(`Title\n\n${"日本語の文章".repeat(50_000)}龍`, "龍")[1]).toContain("[龍]");
  });

  test("is never long, never splits a character, and has each term that is in plain text", () => {
    const piece = fc.constantFrom(
      "word ",
      "needle ",
      "\n",
      "**",
      "🌊",
      "- ",
      "# ",
      "[a](",
      ")",
      "|",
      "日本",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 300 }), (pieces) => {
        const [title = "", text = ""] = shown(pieces.join(""), "needle").map((each) =>
          each.replaceAll(/[[\]]/g, ""),
        );
        expect(title.length).toBeLessThanOrEqual(160);
        expect(text.length).toBeLessThanOrEqual(360);
        expect(title.isWellFormed() && text.isWellFormed()).toBe(true);
      }),
    );
  });
});

test("counts tasks from two on", () => {
  expect(taskCount("- [ ] one")).toBeNull();
  expect(taskCount("- [ ] one\n  - [x] two\n1. [X] three\n[ ] none")).toEqual({ done: 2, all: 3 });
});
