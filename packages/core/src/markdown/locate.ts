import type { Token } from "markdown-it";
import { QuickBlockState } from "./quick-token.ts";

/**
 * Block state that records the position of each table row in `tr_open.meta`: its line, and the column at
 * which its text begins. Once the table is parsed, quote marks and list markers before a row look like cells.
 */
export class LocatedBlockState extends QuickBlockState {
  #row = 0;

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    // While the table's rule runs, `line` stays at the table's first line.
    if (type === "table_open") this.#row = this.line;
    else if (type === "tr_open") token.meta = { line: this.#row, column: this.#column(this.#row) };
    else if (type === "tr_close") this.#row += 1;
    else if (type === "thead_close") this.#row += 1; // the row of dashes
    return token;
  }

  #column(line: number): number {
    const start = this.bMarks[line]! + this.tShift[line]!;
    return start - (this.src.lastIndexOf("\n", start - 1) + 1);
  }
}

/** Text of a block, with the conversion of ascending offsets in it to offsets in the source. */
export interface LocatedText {
  readonly inline: Token;
  locate(offsets: readonly number[]): number[];
}

/** Yields the texts of parsed blocks that pass `isWanted`, in order. */
export function* locatedTexts(
  tokens: readonly Token[],
  content: string,
  isWanted: (inline: Token) => boolean,
): Generator<LocatedText> {
  const lines = sourceLines(content);
  let row = { line: 0, column: 0 };
  let cell = 0;
  for (const token of tokens) {
    if (token.type === "tr_open") {
      row = token.meta as typeof row;
      cell = -1;
    } else if (token.type === "th_open" || token.type === "td_open") cell++;
    if (token.type !== "inline" || !isWanted(token)) continue;
    const place = { row, cell };
    yield {
      inline: token,
      locate: (offsets) =>
        token.map === null
          ? locateInCell(place.row, place.cell, offsets, lines)
          : locateInText(token, offsets, lines),
    };
  }
}

/** A line of the source without its line break, and its start offset. */
export type SourceLine = { readonly text: string; readonly from: number };

/** Splits a text into lines at LF, CRLF and CR, as the parser counts them. */
export function sourceLines(content: string): SourceLine[] {
  const lines: SourceLine[] = [];
  let from = 0;
  for (const { 0: ending, index } of content.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: content.slice(from, index), from });
    from = index + ending.length;
  }
  lines.push({ text: content.slice(from), from });
  return lines;
}

/**
 * Maps offsets in one inline text to offsets in the source. `offsets` must ascend; returns one offset for
 * each. The parser strips container prefixes, trailing white space and a heading's closing marks from a line.
 * The last occurrence of the remaining text in the source line is therefore the right one.
 */
export function locateInText(
  inline: Token,
  offsets: readonly number[],
  lines: readonly SourceLine[],
): number[] {
  const text = inline.content;
  let number = inline.map![0];
  let from = 0;
  let to = lineEnd(text, from);
  let shift = shiftOf(text.slice(from, to), lines[number]!);
  return offsets.map((offset) => {
    if (offset > to) {
      for (; offset > to; to = lineEnd(text, from)) {
        from = to + 1;
        number++;
      }
      shift = shiftOf(text.slice(from, to), lines[number]!);
    }
    return offset - from + shift;
  });
}

/** Returns the source offset at which a line of inline text would begin. */
function shiftOf(text: string, { text: line, from }: SourceLine): number {
  const lead = text.length - text.trimStart().length;
  // The parser reads U+0000 and lone surrogates as U+FFFD; all are one unit long.
  return from + line.replaceAll("\0", "\uFFFD").toWellFormed().lastIndexOf(text.trim()) - lead;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/**
 * Maps offsets in a table cell's text to offsets in the source. Scans the source because `\|` in a cell means
 * `|`.
 */
export function locateInCell(
  row: { readonly line: number; readonly column: number },
  cell: number,
  offsets: readonly number[],
  lines: readonly SourceLine[],
): number[] {
  const { text, from } = lines[row.line]!;
  let start = row.column;
  let skip = cell + (text[start] === "|" ? 1 : 0);
  for (; skip > 0; start++) if (isBar(text, start)) skip--;
  while (/\s/.test(text[start] ?? "")) start++;
  let seen = 0;
  let at = start;
  return offsets.map((offset) => {
    for (; seen < offset; seen++) at += text[at] === "\\" && text[at + 1] === "|" ? 2 : 1;
    return from + at;
  });
}

function isBar(text: string, at: number): boolean {
  return text[at] === "|" && text[at - 1] !== "\\";
}
