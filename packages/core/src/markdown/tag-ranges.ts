import type { Token } from "markdown-it";
import { parseMarkdown } from "./grammar.ts";
import { locatedTexts } from "./locate.ts";

/** Position of a tag in a text, in UTF-16 offsets from `#` to the end of the tag, and the tag in NFC. */
export type TagRange = { readonly from: number; readonly to: number; readonly tag: string };

/**
 * Finds every tag of a text for highlighting in an editor: the tags that `deriveMemo` lists, every
 * occurrence, in order. `content.slice(from, to)` is `"#"` and the tag as written, with any line endings. Rule M18.
 */
export function tagRanges(content: string): TagRange[] {
  const ranges: TagRange[] = [];
  if (!content.includes("#")) return ranges;
  const tokens = parseMarkdown(content);
  const hasTags = ({ children }: Token): boolean => children!.some(({ type }) => type === "tag");
  for (const { inline, locate } of locatedTexts(tokens, content, hasTags)) {
    const tags = inline.children!.filter(({ type }) => type === "tag");
    const found = locate(tags.map(offsetInText));
    tags.forEach(({ content: tag }, index) => {
      const from = found[index]!;
      ranges.push({ from, to: from + 1 + tag.length, tag: tag.normalize() });
    });
  }
  return ranges;
}

function offsetInText(tag: Token): number {
  return (tag.meta as { at: number }).at;
}
