import type { Token } from "markdown-it";
import { parseMarkdown } from "./grammar.ts";
import { locateInCell, locateInText, sourceLines } from "./locate.ts";

/** Position of a tag in a text, in UTF-16 offsets from `#` to the end of the tag, and the tag. */
export type TagRange = { readonly from: number; readonly to: number; readonly tag: string };

/**
 * Finds every tag of a text for highlighting in an editor: the tags that `deriveMemo` lists, every
 * occurrence, in order. `content.slice(from, to)` is `"#" + tag`, with any line endings. Rule M18.
 */
export function tagRanges(content: string): TagRange[] {
  const ranges: TagRange[] = [];
  if (!content.includes("#")) return ranges;
  const lines = sourceLines(content);
  let row = { line: 0, column: 0 };
  let cell = 0;
  for (const token of parseMarkdown(content)) {
    if (token.type === "tr_open") {
      row = token.meta as typeof row;
      cell = -1;
    } else if (token.type === "th_open" || token.type === "td_open") cell++;
    if (token.type !== "inline") continue;
    const tags = token.children!.filter((child) => child.type === "tag");
    if (tags.length === 0) continue;
    const offsets = tags.map(offsetInText);
    const found =
      token.map === null
        ? locateInCell(row, cell, offsets, lines)
        : locateInText(token, offsets, lines);
    tags.forEach(({ content: tag }, index) => {
      const from = found[index]!;
      ranges.push({ from, to: from + 1 + tag.length, tag });
    });
  }
  return ranges;
}

function offsetInText(tag: Token): number {
  return (tag.meta as { at: number }).at;
}
