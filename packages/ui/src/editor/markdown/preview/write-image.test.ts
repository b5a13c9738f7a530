import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import { renderMarkdown } from "@tidemark/core/markdown";
import { describe, expect, test } from "vitest";
import { markdownSupport } from "../markdown-language.ts";
import { imageText, writeWidth, writeWords } from "./write-image.ts";

type Write = (state: EditorState, at: number) => TransactionSpec | null;

/** Returns the text after writing to the image that begins at `^`; `null` if nothing changes. */
function written(marked: string, write: Write): string | null {
  const at = marked.indexOf("^");
  const doc = marked.replace("^", "");
  const state = EditorState.create({ doc, extensions: markdownSupport() });
  ensureSyntaxTree(state, doc.length, 1e9);
  const spec = write(state, at);
  return spec === null ? null : state.update(spec).state.doc.toString();
}

describe("an image in a text", () => {
  test.each([
    ["a ^![b](/c) d", 320, "a ![b|320](/c) d"],
    ["^![b|10x20](/c)", 90, "![b|90](/c)"],
    ["^![b|320](/c)", null, "![b](/c)"],
    ["^![](/c)", 40, "![|40](/c)"],
    ["^![b\\|320](/c)", 40, "![b\\|320|40](/c)"],
    ["- ^![b *c*](</c d> 'e')", 50, "- ![b *c*|50](</c d> 'e')"],
    ["^![b|320](/c)", 320, null],
    ["^[b](/c)", 320, null],
    ["`^![b](/c)`", 320, null],
  ])("%s gets the width %s", (text, width, after) =>
    expect(written(text, (state, at) => writeWidth(state, at, width))).toBe(after),
  );

  test.each(["plain", "", "a]b\\c|d", "x|320", "*a* _b_ `c` ![d](e) <f> &amp; $g$"])(
    "gets the alt text %j, and keeps its width",
    (words) => {
      const after = written("^![old|200](/file/attachments/a1/b.png)", (state, at) =>
        writeWords(state, at, words),
      );
      const holder = document.createElement("div");
      holder.innerHTML = renderMarkdown(after ?? "");
      const image = holder.querySelector("img");
      expect([image?.alt, image?.getAttribute("width")]).toEqual([words, "200"]);
    },
  );

  test("is found only at its start", () => {
    const state = EditorState.create({ doc: "a ![b|50](/c)", extensions: markdownSupport() });
    ensureSyntaxTree(state, state.doc.length, 1e9);
    expect(imageText(state, 2)).toEqual({ from: 4, to: 8, words: "b", width: 50 });
    for (const at of [0, 1, 3, 5, 13]) expect(imageText(state, at)).toBeNull();
  });
});
