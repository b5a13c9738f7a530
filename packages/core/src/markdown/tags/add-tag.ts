import { deriveMemo } from "../derive.ts";
import { parseMarkdown } from "../grammar.ts";
import { sourceLines } from "../locate.ts";
import { tagRanges } from "../tag-ranges.ts";
import { outlineOf } from "./outline.ts";
import { applyEdits, type TagEdit } from "./tag-edit.ts";

/** Maximum number of blocks to try as positions for the tag, from the last. */
const maxBlocks = 20;

/**
 * Returns the edit that adds a tag to a text. Tries the end of a last line of only tags, then a new last
 * paragraph. For texts that end in an unclosed block (HTML, a fence), it tries positions before the last
 * blocks. The rest of the text must parse as before, byte for byte. Returns `"present"` if the text has the
 * tag in the same spelling, null if no position works. Rules M27 and M27a.
 */
export function addTag(content: string, tag: string): TagEdit | "present" | null {
  const { tags, property } = deriveMemo(content);
  if (tags.includes(tag)) return "present";
  const outline = outlineOf(content, () => null, { joins: true });
  for (const edit of places(content, tag)) {
    const after = applyEdits(content, [edit]);
    const derived = deriveMemo(after);
    if (!derived.tags.includes(tag) || derived.property.title !== property.title) continue;
    const rest = outlineOf(after, (each) => (each === tag ? "" : null), { joins: true });
    if (rest === outline) return edit;
  }
  return null;
}

function* places(content: string, tag: string): Generator<TagEdit> {
  const put = (at: number, inserted: string): TagEdit => ({ at, removed: "", inserted });
  const lines = sourceLines(content);
  const last = lines.findLast(({ text }) => !isBlank(text));
  if (last === undefined) return yield put(0, `#${tag}`);
  const end = endOfTags(content, last.from, last.text);
  if (end !== null) yield put(end, ` #${tag}`);
  const eol = /\r\n|\r|\n/.exec(content)?.[0] ?? "\n";
  yield put(last.from + last.text.length, `${eol}${eol}#${tag}`);
  const starts = parseMarkdown(content)
    .filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map !== null)
    .map(({ map }) => map![0]);
  for (const start of [...starts.slice(-maxBlocks).reverse(), 0]) {
    const isApart = start === 0 || isBlank(lines[start - 1]!.text);
    yield put(lines[start]!.from, `${isApart ? "" : eol}#${tag}${eol}${eol}`);
  }
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/**
 * Returns the end of the tags in a last line, if it ends a top-level paragraph and has only tags; else null.
 */
function endOfTags(content: string, from: number, line: string): number | null {
  if (!line.includes("#")) return null;
  const close = parseMarkdown(content).at(-1);
  if (close?.type !== "paragraph_close" || close.level !== 0) return null;
  const ranges = tagRanges(content).filter((range) => range.from >= from);
  const rest = ranges.reduce((left, range) => left - (range.to - range.from), line.length);
  const blanks = line.length - line.replaceAll(/[ \t]/g, "").length;
  return ranges.length > 0 && rest === blanks ? ranges.at(-1)!.to : null;
}
