import { expect, test } from "vitest";
import { exportName, type ExportedMemo, exportText } from "./export-text.ts";

const memo = (content: string, more: Partial<ExportedMemo> = {}): ExportedMemo => ({
  id: "m1",
  createdMs: Date.UTC(2026, 2, 1, 8),
  updatedMs: Date.UTC(2026, 2, 2, 9, 30),
  visibility: "PRIVATE",
  tags: [],
  content,
  ...more,
});

/** Reads an export back as the docstring of `exportText` describes. */
function textsIn(file: string): string[] {
  const lines = file.split("\n");
  const fence = lines[0];
  const fences = lines.flatMap((line, at) => (line === fence ? [at] : []));
  const texts: string[] = [];
  for (let n = 1; n < fences.length; n += 2) {
    const end = fences[n + 1] ?? lines.length - 1;
    texts.push(lines.slice((fences[n] ?? 0) + 1, end).join("\n"));
  }
  return texts;
}

test("writes the front matter of each memo before its text", () => {
  const tags = ["boat/winter", 'say "hi"'];
  expect(exportText([memo("Sail", { tags, visibility: "PUBLIC" }), memo("Wind")])).toBe(`---
id: "m1"
created: 2026-03-01T08:00:00.000Z
updated: 2026-03-02T09:30:00.000Z
visibility: PUBLIC
tags: ["boat/winter", "say \\"hi\\""]
---
Sail
---
id: "m1"
created: 2026-03-01T08:00:00.000Z
updated: 2026-03-02T09:30:00.000Z
visibility: PRIVATE
tags: []
---
Wind
`);
});

test.each([
  ["plain", ["One", "Two"]],
  ["empty and blank", ["", "\n", " ", "\n\n"]],
  ["line breaks at both ends", ["\n\nOne\n\n", "Two\n"]],
  ["rules", ["One\n---\nTwo", "---", "---\ntags: [x]\n---\nFront matter", "-----\n", "a\n----"]],
  ["rules with carriage returns and blanks", ["One\r\n---\r\nTwo\r\n", "---  \n", "----\t"]],
  ["one longer than all others", [`${"-".repeat(200)}\n---\n`]],
  ["no rules", ["- - -", "***", "- item", "text ---", " ---", "\u2028---\u2028"]],
])("%s are read back to the last character", (_, texts) => {
  const file = exportText(texts.map((content) => memo(content)));
  expect(textsIn(file)).toEqual(texts);
});

test("the fence is as short as possible", () => {
  const fenceOf = (text: string) => exportText([memo(text)]).split("\n")[0];
  expect(fenceOf("--")).toBe("---");
  expect(fenceOf("---")).toBe("----");
  expect(fenceOf("a\n------ \nb")).toBe("-------");
});

test("the file is named by the local date", () => {
  expect(exportName(new Date(2026, 2, 1, 23, 59))).toBe("memos-2026-03-01.md");
});
