import type { MemoView } from "@tidemark/core/router";

/** What of a memo an export holds. */
export type ExportedMemo = Pick<
  MemoView,
  "id" | "createdMs" | "updatedMs" | "visibility" | "tags" | "content"
>;

/** As short as that of front matter anywhere. */
const shortest = 3;

/**
 * Memos as one Markdown file: before each text, unchanged to the last character, a block of front
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
 * A fence is a line of nothing but hyphens, all of one length: one longer than the longest such line
 * of any of the texts, and three where that is enough. So no line of a text is ever a fence, and the
 * first line of the file says what one looks like. To read it back: the first line is the fence;
 * lines that equal it come in pairs around front matter; what stands between a closing fence and the
 * next opening one, without the one line break before that (or at the end of the file), is the text.
 */
export function exportText(memos: readonly ExportedMemo[]): string {
  const fence = "-".repeat(
    Math.max(shortest, ...memos.map(({ content }) => longestRule(content) + 1)),
  );
  return memos.map((memo) => `${fence}\n${frontMatter(memo)}${fence}\n${memo.content}\n`).join("");
}

/** Of the lines that are hyphens alone the length of the longest; blanks at their end do not count. */
function longestRule(content: string): number {
  const rules = content.match(/^-+(?=[^\S\n]*$)/gmu) ?? [];
  return rules.reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Names and values are YAML, which JSON's strings and lists are too. */
function frontMatter({ id, createdMs, updatedMs, visibility, tags }: ExportedMemo): string {
  return `id: ${JSON.stringify(id)}
created: ${new Date(createdMs).toISOString()}
updated: ${new Date(updatedMs).toISOString()}
visibility: ${visibility}
tags: [${tags.map((tag) => JSON.stringify(tag)).join(", ")}]
`;
}

/** Names the file by the day where one is. */
export function exportName(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  return `memos-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.md`;
}
