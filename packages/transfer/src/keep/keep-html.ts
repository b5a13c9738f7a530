import { decodeHTML } from "entities";
import { asMarkdown, inlineMarkdown } from "../text/plain-text.ts";

/** Formatting of some words. */
interface Style {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly strike: boolean;
  readonly link: string;
  readonly underline: boolean;
}

interface Run extends Style {
  readonly text: string;
}

/** Line of a note; `level` is 0 unless it is a heading. */
interface Line {
  readonly level: number;
  readonly runs: Run[];
}

/** Formatted text of a note as Markdown. */
export interface KeepFormatted {
  readonly markdown: string;
  /** True if words were underlined, which Markdown can't express. */
  readonly hasUnderlines: boolean;
}

const plain: Style = { bold: false, italic: false, strike: false, link: "", underline: false };
/** Pieces of a page: the start of a comment, a tag, or text. Bounded, so a broken page takes linear time. */
const piece =
  /<!--|<(\/?)([a-z][a-z0-9]{0,15})((?:[^<>"']|"[^"]{0,4000}"|'[^']{0,4000}'){0,4000})>|[^<]+|</gi;
const blocks = new Set(["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol"]);
const empty = new Set(["br", "img", "hr", "input", "meta", "link"]);

/**
 * Converts the HTML that Google Keep exports beside a note's text. Returns null if it doesn't have the same
 * words as the text, which then counts.
 */
export function keepFormatted(
  html: string,
  text: string,
  tags: ReadonlySet<string>,
): KeepFormatted | null {
  const lines = linesOf(html);
  const words = lines.map(({ runs }) => runs.map((run) => run.text).join("")).join("\n");
  if (onlyWords(words) !== onlyWords(text)) return null;
  const runs = lines.flatMap((line) => line.runs);
  const isPlain = lines.every(({ level }) => level === 0) && runs.every(isUnstyled);
  const hasUnderlines = runs.some(({ underline, link }) => underline && link === "");
  if (isPlain) return { markdown: asMarkdown(text.trim(), tags), hasUnderlines };
  return { markdown: markdownOf(lines, tags), hasUnderlines };
}

/** Removes white space, which HTML and plain text write differently. */
function onlyWords(text: string): string {
  return text.replaceAll(/[\s\u00a0\u200b]+/gu, "");
}

function isUnstyled({ bold, italic, strike, link }: Style): boolean {
  return !bold && !italic && !strike && link === "";
}

/** Yields the tags and texts of a page. A comment without an end is text. */
function* piecesOf(html: string): Generator<RegExpExecArray> {
  const pieces = new RegExp(piece);
  let isClosed = true;
  for (let found = pieces.exec(html); found !== null; found = pieces.exec(html)) {
    const end = found[0] === "<!--" && isClosed ? html.indexOf("-->", found.index + 4) : -1;
    if (end >= 0) pieces.lastIndex = end + 3;
    else {
      // No later comment has an end either.
      if (found[0] === "<!--") isClosed = false;
      yield found;
    }
  }
}

function linesOf(html: string): Line[] {
  const lines: Line[] = [];
  let line = null as Line | null;
  const open: { readonly tag: string; readonly style: Style; readonly level: number }[] = [];
  const style = (): Style => open.at(-1)?.style ?? plain;
  const level = (): number => open.at(-1)?.level ?? 0;
  const begin = (): Line => {
    line = { level: level(), runs: [] };
    lines.push(line);
    return line;
  };
  for (const [whole, slash, name = "", attributes = ""] of piecesOf(html)) {
    const tag = name.toLowerCase();
    if (name === "") {
      const text = decodeHTML(whole);
      // Line breaks between blocks are only for reading the source.
      if (line === null && text.trim() === "") continue;
      (line ?? begin()).runs.push({ ...style(), text });
    } else if (tag === "br") {
      if (line === null) begin();
      else if (line.runs.length > 0) begin();
    } else if (empty.has(tag)) continue;
    else if (slash === "/") {
      const at = open.findLastIndex((each) => each.tag === tag);
      if (at >= 0) open.length = at;
      if (blocks.has(tag)) line = null;
    } else {
      const heading = /^h([1-6])$/.exec(tag)?.[1];
      const next = heading === undefined ? level() : Number(heading);
      open.push({ tag, style: styled(style(), tag, attributes), level: next });
      if (tag === "p" || tag === "li" || heading !== undefined) begin();
      else if (blocks.has(tag)) line = null;
    }
  }
  return lines;
}

function styled(before: Style, tag: string, attributes: string): Style {
  const css = /style\s*=\s*"([^"]*)"/i.exec(attributes)?.[1] ?? "";
  const of = (name: string): string =>
    new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, "i").exec(css)?.[1]?.trim() ?? "";
  const [weight, slant, line] = [of("font-weight"), of("font-style"), of("text-decoration")];
  const isHeading = /^h[1-6]$/.test(tag);
  const href = tag === "a" ? (/href\s*=\s*"([^"]*)"/i.exec(attributes)?.[1] ?? "") : "";
  const isBold = weight === "" ? before.bold || tag === "b" || tag === "strong" : isHeavy(weight);
  return {
    bold: isBold && !isHeading,
    italic: slant === "" ? before.italic || tag === "i" || tag === "em" : slant === "italic",
    strike: before.strike || ["s", "strike", "del"].includes(tag) || line.includes("line-through"),
    underline: before.underline || tag === "u" || line.includes("underline"),
    link: /^https?:/i.test(href) ? decodeHTML(href) : before.link,
  };
}

function isHeavy(weight: string): boolean {
  return weight === "bold" || weight === "bolder" || Number(weight) >= 600;
}

function markdownOf(lines: readonly Line[], tags: ReadonlySet<string>): string {
  let markdown = "";
  for (const [at, { level, runs }] of lines.entries()) {
    const before = lines[at - 1];
    // A heading needs no blank line, but reads better with one.
    if (at > 0) markdown += level > 0 || (before?.level ?? 0) > 0 ? "\n\n" : "\n";
    markdown += lineOf(level, runs, tags);
  }
  return markdown.replaceAll(/\n{3,}/g, "\n\n").trim();
}

function lineOf(level: number, runs: readonly Run[], tags: ReadonlySet<string>): string {
  const joined = mergedRuns(runs);
  if (joined.length === 0) return "";
  if (level === 0 && joined.every(isUnstyled)) {
    return asMarkdown(joined.map(({ text }) => text).join(""), tags);
  }
  const words = joined
    .map((run, at) => wordsOf(run, joined[at - 1]?.text.at(-1), joined[at + 1]?.text[0], tags))
    .join("");
  return level === 0 ? words.trim() : `${"#".repeat(level)} ${words.trim()}`;
}

/** Joins neighbours of the same style, and gives blanks the style before them. */
function mergedRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const text = run.text.replaceAll(/\s+/g, " ");
    const last = merged.at(-1);
    const isSame =
      last !== undefined &&
      last.bold === run.bold &&
      last.italic === run.italic &&
      last.strike === run.strike &&
      last.link === run.link;
    if (isSame) merged[merged.length - 1] = { ...last, text: last.text + text };
    else if (text !== "") merged.push({ ...run, text });
  }
  return merged;
}

const isLetter = /[\p{L}\p{N}]/u;

/**
 * Writes words with their marks. Blanks, and punctuation that touches a letter outside, are left outside of
 * the marks, which wouldn't work otherwise.
 */
function wordsOf(
  run: Run,
  before: string | undefined,
  after: string | undefined,
  tags: ReadonlySet<string>,
): string {
  const { text, bold, italic, strike, link } = run;
  const marks = `${strike ? "~~" : ""}${bold ? "**" : ""}${italic ? "*" : ""}`;
  const isMarked = marks !== "" || link !== "";
  if (!isMarked || text.trim() === "") return inlineMarkdown(text, tags);
  const outer = isLetter.test(before ?? " ") ? /^[\s\p{P}\p{S}]*/u : /^\s*/;
  const inside = text.slice(outer.exec(text)?.[0].length ?? 0);
  const tail = isLetter.test(after ?? " ") ? /[\s\p{P}\p{S}]/u : /\s/;
  let end = inside.length;
  while (end > 0 && tail.test(inside[end - 1]!)) end -= 1;
  const inner = inside.slice(0, end);
  if (inner === "") return inlineMarkdown(text, tags);
  const words = inlineMarkdown(inner, tags);
  const isSelf = link.replace(/\/$/, "") === inner.replace(/\/$/, "");
  const linked = link === "" || isSelf ? words : `[${words}](<${link.replaceAll(/[<>\s]/g, "")}>)`;
  const lead = inlineMarkdown(text.slice(0, text.length - inside.length), tags);
  const closing = [...marks].toReversed().join("");
  return lead + marks + linked + closing + inlineMarkdown(inside.slice(end), tags);
}
