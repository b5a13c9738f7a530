import type { Token } from "markdown-it";
import { parseMarkdown } from "../grammar.ts";
import { type SourceLine, sourceLines } from "../locate.ts";
import { type TagRange, tagRanges } from "../tag-ranges.ts";
import { outlineOf } from "./outline.ts";
import { applyEdits, type TagEdit } from "./tag-edit.ts";

/**
 * Treatment of a tag. `gone` deletes it, `word` deletes its `#`, `escaped` puts a backslash before it.
 * `guarded` also puts one behind it, so the text that follows doesn't form a link or a name with it.
 */
type Fate = "gone" | "word" | "escaped" | "guarded";

interface Occurrence extends TagRange {
  readonly line: number;
  readonly fate: Fate;
}

/**
 * Returns the edits that remove a tag from a text, at every occurrence, or with `only` at the one that begins
 * there. Subtags (`a/b` of `a`) stay. On a line of tags alone the tag is deleted with one adjacent blank, and
 * a line left empty is deleted too. In running text the tag is a word of the sentence: it loses its `#`, or
 * gets a backslash before it if the word would be parsed as something else. The rest of the text parses as
 * before. Only text right behind the tag may parse differently, if no backslash helps. Returns null if the
 * tag can't be removed. Rules M28–M28b.
 */
export function removeTag(content: string, tag: string, only?: number): TagEdit[] | null {
  const lines = sourceLines(content);
  const found = occurrences(content, lines);
  const isMeant = (each: TagRange): boolean =>
    each.tag === tag && (only === undefined || each.from === only);
  const meant = found.filter(isMeant);
  if (meant.length === 0) return [];
  let lastResort: TagEdit[] | null = null;
  const tags = found.filter((each) => !isMeant(each)).map((each) => each.tag);
  for (const fate of fates) {
    const planned = found.map((each) => ({ ...each, fate: fate(each, content) }));
    const wanted = planned.filter(isMeant);
    const edits = editsOf(content, lines, planned, wanted);
    const before = outlineOf(content, (_tag, index) => {
      const each = planned[index]!;
      if (!isMeant(each)) return null;
      if (each.fate === "gone") return "";
      const written = content.slice(each.from + 1, each.to);
      return each.fate === "word" ? written : `#${written}`;
    });
    const after = applyEdits(content, edits);
    if (outlineOf(after) === before) return edits;
    if (isSame(tagRanges(after), tags)) lastResort = edits;
  }
  return lastResort;
}

function isSame(ranges: readonly TagRange[], tags: readonly string[]): boolean {
  return ranges.length === tags.length && ranges.every(({ tag }, at) => tag === tags[at]);
}

/** Treatments to try, the best first. */
const fates: readonly ((each: Occurrence, content: string) => Fate)[] = [
  (each, content) => (each.fate === "gone" || isPlain(each, content) ? each.fate : "escaped"),
  (each) => (each.fate === "gone" ? "gone" : "escaped"),
  (each, content) => (isPlain(each, content) ? "word" : "escaped"),
  () => "escaped",
  () => "guarded",
];

/** Returns true if the tag without its `#` probably parses as a word of its own. */
function isPlain({ from, to, tag }: TagRange, content: string): boolean {
  const before = content.slice(Math.max(0, from - 1), from);
  const after = content.slice(to, to + 2);
  return (
    /^\p{L}/u.test(tag) &&
    (before === "" || /[\s\p{Ps}\p{Pi}"'*~|]/u.test(before)) &&
    /^(?:$|\s|[\p{Pe}\p{Pf}\p{Pd}"'*~|,;!?…]|[.:](?:\s|$))/u.test(after)
  );
}

/**
 * Returns every tag of a text, in order. Its fate is `gone` on a line of only tags in a paragraph, else
 * `word`.
 */
function occurrences(content: string, lines: readonly SourceLine[]): Occurrence[] {
  const parents = parentsOfTags(parseMarkdown(content));
  const ranges = tagRanges(content);
  const lineOf: number[] = [];
  const lengths = new Map<number, number>();
  let line = 0;
  for (const { from, to } of ranges) {
    while (line + 1 < lines.length && lines[line + 1]!.from <= from) line++;
    lineOf.push(line);
    lengths.set(line, (lengths.get(line) ?? 0) + to - from);
  }
  const tagLines = new Set(
    [...lengths]
      .filter(([at, length]) => lines[at]!.text.replaceAll(/[ \t]/g, "").length === length)
      .map(([at]) => at),
  );
  return ranges.map((range, at) => {
    const isAlone = tagLines.has(lineOf[at]!) && parents[at] === "paragraph_open";
    return { ...range, line: lineOf[at]!, fate: isAlone ? "gone" : "word" };
  });
}

function parentsOfTags(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ children }, at) =>
    (children ?? []).filter(({ type }) => type === "tag").map(() => tokens[at - 1]?.type ?? ""),
  );
}

function editsOf(
  content: string,
  lines: readonly SourceLine[],
  all: readonly Occurrence[],
  wanted: readonly Occurrence[],
): TagEdit[] {
  const remaining = new Map<number, number>();
  for (const { line } of all) remaining.set(line, (remaining.get(line) ?? 0) + 1);
  for (const { line } of wanted) remaining.set(line, remaining.get(line)! - 1);
  const emptied = new Set(
    wanted
      .filter(({ line, fate }) => fate === "gone" && remaining.get(line) === 0)
      .map(({ line }) => line),
  );
  const cut = (from: number, to: number): TagEdit => ({
    at: from,
    removed: content.slice(from, to),
    inserted: "",
  });
  const edits = linesToCut(content, lines, emptied).map(([from, to]) => cut(from, to));
  let end = 0;
  for (const { from, to, line, fate } of wanted) {
    if (emptied.has(line)) continue;
    if (fate === "word") edits.push(cut(from, from + 1));
    else if (fate !== "gone") {
      edits.push({ at: from, removed: "", inserted: "\\" });
      const isGuarded = fate === "guarded" && /^[!"$-/:-@[-`{-~]/.test(content.slice(to));
      if (isGuarded) edits.push({ at: to, removed: "", inserted: "\\" });
    } else {
      const hasBefore = from > end && /[ \t]/.test(content.slice(from - 1, from));
      const hasAfter = !hasBefore && /[ \t]/.test(content.slice(to, to + 1));
      end = to + (hasAfter ? 1 : 0);
      edits.push(cut(from - (hasBefore ? 1 : 0), end));
    }
  }
  return edits.sort((a, b) => a.at - b.at);
}

/** Returns the ranges to delete for emptied lines. One of two blank lines around them is deleted too. */
function linesToCut(
  content: string,
  lines: readonly SourceLine[],
  emptied: ReadonlySet<number>,
): (readonly [from: number, to: number])[] {
  const cut = new Set(emptied);
  const stretches: (readonly [number, number])[] = [];
  const isBlank = (line: number): boolean => {
    const { text } = lines[line] ?? { text: "" };
    return /^[ \t]*$/.test(text);
  };
  for (let at = 0; at < lines.length; at++) {
    if (!cut.has(at)) continue;
    let first = at;
    while (cut.has(at + 1)) at++;
    const isFreeBefore = first > 0 && !cut.has(first - 1);
    if ((first === 0 || isBlank(first - 1)) && isBlank(at + 1)) {
      if (isFreeBefore) first--;
      else if (at + 1 < lines.length) cut.add(++at);
      while (cut.has(at + 1)) at++;
    }
    const next = lines[at + 1];
    if (next !== undefined) stretches.push([lines[first]!.from, next.from]);
    else {
      const before = lines[first - 1];
      const from = before === undefined ? 0 : before.from + before.text.length;
      stretches.push([from, content.length]);
    }
  }
  return stretches;
}
