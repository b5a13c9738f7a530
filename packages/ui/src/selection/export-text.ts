import type { MemoView } from "@tidemark/core/router";

/** Fields of a memo that an export contains. */
export type ExportedMemo = Pick<
  MemoView,
  "id" | "createdMs" | "updatedMs" | "visibility" | "tags" | "content"
>;

/** Minimum length of a fence, as in front matter elsewhere. */
const shortest = 3;

/**
 * Returns memos as one Markdown file: before each text, unchanged to the last character, a block of front
 * matter between two fences.
 *
 *     ---
 *     id: "cm3a"
 *     created: 2026-03-01T08:00:00.000Z
 *     updated: 2026-03-02T09:30:00.000Z
 *     visibility: PRIVATE
 *     tags: ["boat", "boat/winter"]
 *     ---
 *     The text.
 *
 * A fence is a line of hyphens alone, always of the same length: one longer than the longest such line in
 * any of the texts, but at least three. A line of a text is therefore never a fence. To read the file:
 * its first line is the fence, and lines that equal it come in pairs around front matter. The text is
 * between a closing fence and the next opening one, without the one line break before that (or at the
 * end of the file).
 */
export function exportText(memos: readonly ExportedMemo[]): string {
  const fence = "-".repeat(
    Math.max(shortest, ...memos.map(({ content }) => longestRule(content) + 1)),
  );
  return memos.map((memo) => `${fence}\n${frontMatter(memo)}${fence}\n${memo.content}\n`).join("");
}

/** Returns the length of the longest line of hyphens alone; whitespace at its end doesn't count. */
function longestRule(content: string): number {
  const rules = content.match(/^-+(?=[^\S\n]*$)/gmu) ?? [];
  return rules.reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Returns the front matter as YAML, which includes JSON's strings and lists. */
function frontMatter({ id, createdMs, updatedMs, visibility, tags }: ExportedMemo): string {
  return `id: ${JSON.stringify(id)}
created: ${new Date(createdMs).toISOString()}
updated: ${new Date(updatedMs).toISOString()}
visibility: ${visibility}
tags: [${tags.map((tag) => JSON.stringify(tag)).join(", ")}]
`;
}

/** Returns a file name with the local date. */
export function exportName(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `memos-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.md`;
}
