import {
  isPlaceholder,
  type KeyChange,
  nextCell,
  nextRow,
  overBar,
  previousCell,
} from "../table/table-moves.ts";
import { type LineMark, markBelow, marksOf, nextMark } from "./line-marks.ts";
import { type LinesAround, linesAround } from "./plain-lines.ts";
import { countUp, isItem, itemAbove, signAt } from "./plain-lists.ts";
import { plainTableAt } from "./plain-table.ts";
import { quoteEnd } from "./quote-end.ts";

/** Key event in a field without a grammar. */
export interface PlainKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

const step = "  ";

/** Type of `plainKey`, for those who load it later. */
export type PlainKeys = typeof plainKey;

/**
 * Returns the change for Enter, Tab, Shift+Tab, Backspace or a bar as the editor's grammar makes it once it is loaded.
 * Returns `null` if the key isn't handled.
 */
export function plainKey(
  { key, shiftKey }: PlainKey,
  text: string,
  { anchor, head }: { readonly anchor: number; readonly head: number },
): KeyChange | null {
  if (!isHandled(key)) return null;
  if (key !== "Tab" && key !== "|" && shiftKey) return null;
  const around = linesAround(text, head);
  if (key !== "Backspace" && !around.isInFence) {
    const table = tableKey(key, shiftKey, around, { anchor, head }, text);
    if (table !== null) return table;
  }
  if (key === "|") return null;
  if (key === "Tab") return indented(around, shiftKey, anchor, head);
  if (anchor !== head) return null;
  if (key === "Backspace") return around.isInFence ? null : deleteMark(around, head);
  return enter(around, head);
}

const handled = ["Enter", "Tab", "Backspace", "|"] as const;

function isHandled(key: string): key is (typeof handled)[number] {
  return (handled as readonly string[]).includes(key);
}

function tableKey(
  key: "Enter" | "Tab" | "|",
  shiftKey: boolean,
  { lines, at }: LinesAround,
  { anchor, head }: { readonly anchor: number; readonly head: number },
  text: string,
): KeyChange | null {
  const table = plainTableAt(lines, at);
  if (table === null) return null;
  const from = Math.min(anchor, head);
  const selected = text.slice(from, Math.max(anchor, head));
  if (selected !== "" && (key === "|" || !isPlaceholder(table, selected, from))) return null;
  const move =
    key === "|" ? overBar : key === "Enter" ? nextRow : shiftKey ? previousCell : nextCell;
  return move((offset) => lines.find(({ to }) => offset <= to)!, table, head);
}

/** Nests an item, or moves it out. Elsewhere Tab leaves the field. */
function indented(
  { lines, at }: LinesAround,
  isLess: boolean,
  anchor: number,
  head: number,
): KeyChange | null {
  const { from, text } = lines[at]!;
  if (anchor !== head || !/^\s*(?:[-*+]|\d+[.)])\s/.test(text)) return null;
  if (!isLess) return changed(from, from, step, head + step.length);
  const width = /^ {0,2}/.exec(text)?.[0].length ?? 0;
  return changed(from, from + width, "", Math.max(from, head - width));
}

function changed(from: number, to: number, insert: string, caret: number): KeyChange {
  return { from, to, insert, anchor: caret, head: caret };
}

/** Returns the marks of the line with the caret, without those that only look like one. */
function validMarks(around: LinesAround): readonly LineMark[] {
  const { text } = around.lines[around.at]!;
  const marks = marksOf(text);
  const end = marks.findIndex((mark) => {
    return mark.kind !== "quote" && !isItem(around, mark, text.slice(mark.to).trim());
  });
  return end < 0 ? marks : marks.slice(0, end);
}

function enter(around: LinesAround, caret: number): KeyChange | null {
  const line = around.lines[around.at]!;
  const marks = around.isInFence ? [] : validMarks(around);
  const column = caret - line.from;
  const last = marks.at(-1);
  if (last === undefined || last.to - last.gap.length > column) return newLine(around, caret);
  if (line.text.slice(last.to).trim() === "" && column >= last.to - last.gap.length) {
    const left = leave(around, marks, last);
    if (left !== null) return left;
  }
  const isLoose = last.kind !== "quote" && itemAbove(around, last)?.isApart === true;
  const outer = marks
    .slice(0, -1)
    .map((mark) => markBelow(mark, line.text))
    .join("");
  const mark = last.kind === "quote" ? line.text.slice(last.from, last.to) : nextMark(last);
  const insert = `${isLoose ? "\n" : ""}\n${outer}${mark}`;
  const from = line.from + line.text.slice(0, column).trimEnd().length;
  if (last.kind !== "number") return changed(from, caret, insert, from + insert.length);
  return counted(around, last, changed(from, caret, insert, from + insert.length));
}

/** Adds to a change of a list what counts the items below up. */
function counted(around: LinesAround, mark: LineMark, change: KeyChange): KeyChange {
  const [farthest, ...others] = countUp(around, mark);
  if (farthest === undefined) return change;
  const { lines } = around;
  const end = farthest[1];
  let text = "";
  let from = change.to;
  for (const [at, to, number] of [...others.toReversed(), farthest]) {
    text += textBetween(lines, from, at) + number;
    from = to;
  }
  return { ...change, to: end, insert: change.insert + text };
}

function textBetween(lines: LinesAround["lines"], from: number, to: number): string {
  const start = lines[0]!.from;
  const text = lines.map((line) => line.text).join("\n");
  return text.slice(from - start, to - start);
}

/** Ends a list or a quote on Enter in an empty line of it. */
function leave(around: LinesAround, marks: readonly LineMark[], last: LineMark): KeyChange | null {
  const line = around.lines[around.at]!;
  const before = around.lines[around.at - 1]?.text ?? null;
  const end = last.kind === "quote" ? quoteEnd(line.text, before) : itemEnd(around, marks, last);
  return end === null ? null : changed(line.from, line.to, end, line.from + end.length);
}

function itemEnd(around: LinesAround, marks: readonly LineMark[], last: LineMark): string {
  const { text } = around.lines[around.at]!;
  const inner = marks.at(-2);
  if (inner !== undefined && inner.kind !== "quote") {
    return text.slice(0, inner.from) + nextMark(inner);
  }
  const above = itemAbove(around, last);
  const outer =
    last.indent === "" ? null : above?.isSibling === true ? outerItem(around, last) : above;
  if (outer !== null) return text.slice(0, outer.mark.from) + nextMark(outer.mark);
  const lead = text.slice(0, last.from);
  const before = around.lines[around.at - 1]?.text ?? "";
  // Text right below the last item would be a part of it.
  const isBelow = marks.every(({ kind }, at) => kind === "quote" || at === marks.length - 1);
  return isBelow && /[^\s>]/.test(before) ? `${lead.trimEnd()}\n${lead}` : lead;
}

/** Returns the item that contains one that isn't the first of its list. */
function outerItem(around: LinesAround, mark: LineMark) {
  for (let at = around.at; ;) {
    const found = itemAbove({ ...around, at }, mark);
    if (found === null || !found.isSibling) return found;
    const outer = marksOf(found.line.text).findLast((each) => {
      return each.kind !== "quote" && each.inner <= signAt(mark);
    });
    if (outer !== undefined) return { ...found, mark: outer, isSibling: false };
    at = around.lines.indexOf(found.line);
  }
}

/** Begins a line with the indent of the one above, as CodeMirror does; `null` if it has none. */
function newLine({ lines, at }: LinesAround, caret: number): KeyChange | null {
  const line = lines[at]!;
  const indent = /^[ \t]*/.exec(line.text)?.[0] ?? "";
  const column = caret - line.from;
  const isInIndent = column > 0 && line.text.slice(0, column).trim() === "";
  const from = isInIndent ? line.from : caret;
  const after = /^[ \t]*/.exec(line.text.slice(column))?.[0].length ?? 0;
  const insert = `\n${indent}`;
  // The field does this by itself, and can undo it.
  if (from === caret && after === 0 && indent === "") return null;
  return changed(from, caret + after, insert, from + insert.length);
}

/** Deletes a mark on Backspace right after it; that of a further item becomes blanks first. */
function deleteMark(around: LinesAround, caret: number): KeyChange | null {
  const line = around.lines[around.at]!;
  const last = validMarks(around).at(-1);
  const column = caret - line.from;
  if (last === undefined) return deleteIndent(around, caret);
  if (last.gap === "") return null;
  if (last.kind === "quote" && /[^\s>]/.test(line.text.slice(0, last.to))) return null;
  const end = last.to - last.gap.length + 1;
  if (column < end || line.text.slice(end, column).trim() !== "") return null;
  if (column > end) return changed(line.from + end, caret, "", line.from + end);
  const above = last.kind === "quote" ? null : itemAbove(around, last);
  const isNext = above?.isSibling === true;
  // The indent of an inner item belongs to the outer one.
  const isOuter = last.kind !== "quote" && above === null;
  const start = line.from + last.from + (isNext || isOuter ? 0 : last.indent.length);
  const insert = isNext ? " ".repeat(last.to - last.from) : "";
  return changed(start, line.from + last.to, insert, start + insert.length);
}

/** Deletes an item's indent, or a step of any other, as CodeMirror does. */
function deleteIndent({ lines, at }: LinesAround, caret: number): KeyChange | null {
  const line = lines[at]!;
  const column = caret - line.from;
  const indent = line.text.slice(0, column);
  if (!/^ +$/.test(indent)) return null;
  const item = marksOf(lines[at - 1]?.text ?? "").at(-1);
  const end =
    item === undefined || item.kind === "quote" ? Infinity : item.to - item.gap.length + 1;
  const left =
    column > end
      ? end
      : column === end
        ? signAt(item!)
        : column - (column % step.length || step.length);
  return changed(line.from + left, caret, "", line.from + left);
}
