import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  anchorsOf,
  brokenCitations,
  citingFiles,
  commentsOf,
  openLibrary,
  type Library,
} from "./citations.ts";

const root = resolve(import.meta.dirname, "../..");

test("every citation of a document, a rule, a promise or an ADR resolves", () => {
  const library = openLibrary(root);
  expect(library.rules.size).toBeGreaterThan(90);
  expect(library.promises.size).toBeGreaterThan(100);
  expect(library.adrs.size).toBeGreaterThan(30);
  // This file's own comments are examples.
  const files = citingFiles(root).filter((file) => file !== "tests/house/citations.test.ts");
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "packages/core/SPEC.md", "tests/house/citations.ts"]),
  );
  const broken = files.flatMap((file) =>
    brokenCitations(file, readFileSync(resolve(root, file), "utf8"), library),
  );
  expect(broken).toEqual([]);
});

describe("a citation", () => {
  const headings: Readonly<Record<string, readonly string[]>> = {
    "docs/tides.md": ["Tides", "1. Ebb", "2. Flood & springs"],
    "packages/core/SPEC.md": ["Behaviour"],
  };
  const library: Library = {
    rules: new Set(["R1", "R2", "R3"]),
    promises: new Set(["P-MEMO-1"]),
    adrs: new Set(["0001"]),
    exists: (path) => path in headings || path === "docs/adr",
    headings: (path) => headings[path] ?? [],
  };
  const inSource = (source: string): string[] => brokenCitations("apps/a.ts", source, library);
  const inMarkdown = (text: string): string[] => brokenCitations("docs/a.md", text, library);

  test.each([
    ["/** As docs/tides.md says (§9 of RFC 1: RFC 1 §9). */", ["a.ts:1 §9: no section 9"]],
    ["/** As docs/tides.md §1 and §2 say. */", []],
    ["/**\n * See docs/tides.md\n * §3.\n */", ["a.ts:1 docs/tides.md §3: no section 3"]],
    ["\n// tides.md, and `app://rocks.md`", ["a.ts:2 tides.md: no such document"]],
    ["// R1–R4, in SPEC.md", ["a.ts:1 R4: no such rule"]],
    ["f(); // ADR 0001, ADR 1", ["a.ts:1 1: no such ADR"]],
    ["// docs/adr/0002", ["a.ts:1 0002: no such ADR"]],
    ["// P-MEMO-1 and P-MEMO-2", ["a.ts:1 P-MEMO-2: no such promise"]],
    ['f("R9 of tides.md, ADR 7");', []],
  ])("in the source %j", (source, expected) => {
    expect(inSource(source)).toEqual(expected.map((each) => `apps/${each}`));
  });

  test.each([
    ["[tides](tides.md#2-flood--springs), [map](../a.md)", ["1 (../a.md): the link leads nowhere"]],
    ["[ebb](tides.md#ebb)", ["1 (tides.md#ebb): the link leads nowhere"]],
    ["`docs/adr` and\n`apps/none.ts`", ["1 apps/none.ts: no such file"]],
    ["```\nsee none.md, R9\n```\n\nsee R9", ["5 R9: no such rule"]],
  ])("in the text %j", (text, expected) => {
    expect(inMarkdown(text)).toEqual(expected.map((each) => `docs/a.md:${each}`));
  });

  test("is found across the lines of a comment, and only inside comments", () => {
    const source = '/** One\n * two. */\nconst x = "// no";\n// three\n// four\nf(); // five\n';
    expect(commentsOf(source).map(({ line }) => line)).toEqual([1, 4, 6]);
    expect(commentsOf(source)[1]?.text).toContain("three four");
  });

  test("finds the anchors that GitHub makes", () => {
    expect(anchorsOf(["A `b` & c", "Same", "Same", "Wörter, 2"])).toEqual([
      "a-b--c",
      "same",
      "same-1",
      "wörter-2",
    ]);
  });
});
