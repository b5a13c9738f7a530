import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { renderMarkdown } from "@tidemark/core/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../../../scripts/property-runs.ts";
import { memoSyntax } from "./memo-syntax.ts";

const { parser } = markdown({ base: markdownLanguage, extensions: memoSyntax }).language;

const elements: Readonly<Record<string, string>> = {
  Emphasis: "em",
  StrongEmphasis: "strong",
  Strikethrough: "s",
  Highlight: "mark",
};

/** Returns the HTML of one line, by the editor's syntax tree. */
function editorHtml(text: string): string {
  let html = "";
  let end = 0;
  const until = (to: number): void => {
    html += text.slice(end, to);
    end = to;
  };
  parser.parse(text).iterate({
    enter({ name, from, to }) {
      until(from);
      if (name in elements) html += `<${elements[name]}>`;
      if (name.endsWith("Mark")) end = to;
      if (name === "Escape") end = from + 1;
    },
    leave({ name, to }) {
      until(to);
      if (name in elements) html += `</${elements[name]}>`;
    },
  });
  until(text.length);
  return `<p>${html}</p>\n`;
}

test.each([
  "**注意：**请看",
  "**「A」**なので**「B」**です",
  "*（斜体）*文字",
  "~~旧（价格）。~~新",
  "**한국어(괄호)**는",
  "***粗斜。***下",
  "他说**“好”**的",
  "==注意：==请看",
  "a **b *c* d** ***e*** ~~f~~",
  "中~~*~~~~中",
  "a ~~~~b~~~~ ~~~c~~~ \\~~~d~~",
  "中😀_*_*中",
])("M20a · the editor and the viewer read %j alike", (text) => {
  expect(editorHtml(text)).toBe(renderMarkdown(text));
});

test("M20a · the editor and the viewer read any emphasis alike", () => {
  const pieces = [
    "*",
    "**",
    "***",
    "~",
    "~~",
    "\\~",
    "==",
    " ",
    "a",
    "中",
    "가",
    "は",
    "。",
    "（",
    "“",
    "”",
  ].concat([".", "(", ")", "😀", "❤\ufe0f", "禰\u{e0100}", "\ufe00", "𠮷", "ไ", "\u3000", "_"]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
      const text = `中${parts.join("")}中`;
      expect(editorHtml(text)).toBe(renderMarkdown(text));
    }),
    { numRuns: propertyRuns(20_000) },
  );
});
