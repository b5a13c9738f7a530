import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { tagRanges } from "../tag-ranges.ts";
import { type RenamedText, renameTag, undoRename } from "./rename-tag.ts";

const rename = (content: string, from = "boat", to = "ship") => {
  const done = renameTag(content, from, to);
  return done === null || done === "unchanged" ? done : done.content;
};
const done = (content: string, from = "boat", to = "ship") =>
  renameTag(content, from, to) as RenamedText;

describe("renaming a tag", () => {
  test.each([
    ["#boat", "#ship"],
    ["the #boat and #boat/winter, #boats", "the #ship and #ship/winter, #boats"],
    ["# The #boat\r\n\r\n- [ ] paint #boat\r\n", "# The #ship\r\n\r\n- [ ] paint #ship\r\n"],
    ["`#boat` #boat\n\n```\n#boat\n```", "`#boat` #ship\n\n```\n#boat\n```"],
    ["a|#boat\n-|-\n#boat|b", "a|#ship\n-|-\n#ship|b"],
    ["#boat #ship", "#ship #ship"],
    ["\\#boat #boat", "\\#boat #ship"],
    ["**#boat**", "**#ship**"],
  ])("M31 · turns %j into %j", (content, after) => {
    expect(rename(content)).toBe(after);
  });

  test.each(["Sail", "#boats", "#Boat", "`#boat`", "[#boat](x)"])(
    "M31 · leaves %j unchanged",
    (content) => {
      expect(rename(content)).toBe("unchanged");
    },
  );

  test("M31 · renames a tag to its own subtag without its other subtags", () => {
    expect(rename("#boat #boat/winter", "boat", "boat/old")).toBe("#boat/old #boat/winter");
  });

  test("M31 · renames a tag to its parent together with its subtags", () => {
    expect(rename("#a/b #a/b/b #a", "a/b", "a")).toBe("#a #a/b #a");
  });

  test("M31a · what would be part of the new name is kept off it", () => {
    expect(rename("#2024's log", "2024", "year")).toBe("#year\\'s log");
  });

  test("M31a · a name that is too long for what is under it is refused", () => {
    expect(rename(`#boat/${"x".repeat(90)}`, "boat", "a-much-longer-boat")).toBeNull();
  });
});

describe("undoing a rename", () => {
  test.each(["#boat", "the #boat, #ship and #boat/winter", "#2024's #2024"])(
    "M32 · restores %j byte for byte",
    (content) => {
      const from = content.includes("2024") ? "2024" : "boat";
      const { content: after, places } = done(content, from);
      expect(undoRename(after, places)).toBe(content);
    },
  );

  test.each([
    // Text added before, after and between.
    ["the #boat today", (text: string) => `New: ${text}!`, "New: the #boat today!"],
    // Same name, typed by the user.
    ["Sail\n\n#boat", (text: string) => `#ship first\n\n${text}`, "#ship first\n\nSail\n\n#boat"],
    // Tag that existed before.
    ["#ship one, #boat two", (text: string) => `${text} #ship`, "#ship one, #boat two #ship"],
    // Tag removed since.
    ["one #boat two #boat", (text: string) => text.replace("one #ship ", ""), "two #boat"],
    // Tag renamed since.
    ["the #boat", () => "the #wreck", "the #wreck"],
    // Tag typed again elsewhere.
    ["the #boat", () => "nothing\n\nbut a #ship here", "nothing\n\nbut a #ship here"],
  ])("M32a · of %j, which was changed since", (content, change, after) => {
    const renamed = done(content);
    expect(undoRename(change(renamed.content), renamed.places)).toBe(after);
  });

  test("M32a · of more places than are compared with each other", () => {
    const content = Array.from({ length: 600 }, (_, at) => `${at} #boat`).join("\n");
    const { content: after, places } = done(content);
    expect(undoRename(`${after}\nmore`, places)).toBe(`${content}\nmore`);
  });
});

const piece = fc.constantFrom(
  "#a",
  "#a/b",
  "#ab",
  "#b",
  "#c",
  " ",
  "\n",
  "\n\n",
  "x",
  "'s",
  "`",
  "**",
  "*",
  "[",
  "](y)",
  "- ",
  "|",
  "\\",
  ".",
  "/",
  "https://x.org",
  "&amp;",
  "> ",
  "```",
  "é",
  "🦊",
  "\r\n",
  "_",
  "$",
  "==",
);
const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));
const name = fc.constantFrom("c", "c/d", "a/x", "b", "🦊", "1", "c-1");

describe("for any text", () => {
  test("M31 · renames exactly the matching tags, and changes nothing else", () => {
    fc.assert(
      fc.property(text, name, (content, to) => {
        const renamed = renameTag(content, "a", to);
        const before = tagRanges(content).map(({ tag }) => tag);
        const isMeant = (tag: string) =>
          tag === "a" || (tag.startsWith("a/") && !to.startsWith("a/"));
        const isThere = before.some(isMeant);
        if (renamed === "unchanged") expect(isThere).toBe(false);
        if (renamed === null || renamed === "unchanged") return;
        const next = (tag: string) => (isMeant(tag) ? to + tag.slice(1) : tag);
        expect(tagRanges(renamed.content).map(({ tag }) => tag)).toEqual(before.map(next));
        // Text between the tags, except for the backslashes that separate it from them.
        const between = (of: string) => {
          let at = 0;
          const parts = tagRanges(of).map(({ from, to: end }) => {
            const part = of.slice(at, from);
            at = end;
            return part;
          });
          return [...parts, of.slice(at)].map((part) => part.replace(/^\\/, ""));
        };
        expect(between(renamed.content)).toEqual(between(content));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M32 · undoing restores the original text", () => {
    fc.assert(
      fc.property(text, name, (content, to) => {
        const renamed = renameTag(content, "a", to);
        if (renamed === null || renamed === "unchanged") return;
        expect(undoRename(renamed.content, renamed.places)).toBe(content);
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  test("M32a · what was written around it since is there after undoing", () => {
    fc.assert(
      fc.property(text, text, text, (content, head, tail) => {
        const renamed = renameTag(content, "a", "c");
        if (renamed === null || renamed === "unchanged") return;
        const now = `${head}${renamed.content}${tail}`;
        const back = undoRename(now, renamed.places);
        expect(back.replaceAll("#a", "#c").replaceAll("\\", "")).toBe(
          now.replaceAll("#a", "#c").replaceAll("\\", ""),
        );
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

describe("M31 · a tag written with separate marks", () => {
  test("is renamed and gets its letters back", () => {
    const content = "one #cafe\u0301 and #caf\u00e9/x";
    const renamed = renameTag(content, "caf\u00e9", "bar");
    if (renamed === null || renamed === "unchanged") throw new Error("it has the tag");
    expect(renamed.content).toBe("one #bar and #bar/x");
    expect(undoRename(renamed.content, renamed.places)).toBe(content);
  });
});
