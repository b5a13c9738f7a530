import { type LineMark, marksOf } from "./line-marks.ts";
import type { LinesAround, PlainLine } from "./plain-lines.ts";

/** Item above another one: the one before it in its list, or the one that contains it. */
export interface ItemAbove {
  readonly line: PlainLine;
  readonly mark: LineMark;
  readonly isSibling: boolean;
  /** True if a blank line is between the items. */
  readonly isApart: boolean;
}

/** Returns the offset of a mark's sign. */
export function signAt({ from, indent }: LineMark): number {
  return from + indent.length;
}

/** Returns the nearest item above that isn't nested deeper than a mark; `null` if there is none. */
export function itemAbove({ lines, at }: LinesAround, mark: LineMark): ItemAbove | null {
  const start = signAt(mark);
  let isApart = false;
  /** Item of the outermost list that begins later in its line. */
  let indented: ItemAbove | null = null;
  for (let index = at - 1; index >= 0; index -= 1) {
    const line = lines[index]!;
    if (line.text.slice(mark.from).trim() === "") {
      if (isApart && index === at - 2) return null;
      isApart = true;
      continue;
    }
    const found = itemIn(line.text, start);
    if (found === undefined) {
      if (/^\S/.test(line.text.slice(mark.from))) return indented;
    } else if (signAt(found) <= start) {
      // An item that begins before the text of the one above isn't within it.
      const isSibling = start < found.inner;
      if (isSibling && found.kind !== mark.kind) return null;
      return { line, mark: found, isSibling, isApart };
    } else if (signAt(found) <= 3 && found.kind === mark.kind) {
      indented ??= { line, mark: found, isSibling: true, isApart };
    }
  }
  return indented;
}

/** Returns a line's last item that begins at an offset or before, else its last one. */
function itemIn(line: string, start: number): LineMark | undefined {
  const items = marksOf(line).filter(({ kind }) => kind !== "quote");
  return items.findLast((each) => signAt(each) <= start) ?? items.at(-1);
}

/** Returns true if a line with an item's mark is one: elsewhere it continues a paragraph, or is code. */
export function isItem(around: LinesAround, mark: LineMark, content: string): boolean {
  const above = around.lines[around.at - 1]?.text.slice(mark.from).trim() ?? "";
  const before = itemAbove(around, mark);
  if (before !== null && (before.isSibling || content !== "" || above === "")) return true;
  if (before !== null) return isWithin(around, before, mark.kind);
  if (mark.indent.length > 3) return false;
  if (above === "" || /^(?:>|#{1,6} |```|~~~|[-*_]{3,}$)/.test(above)) return true;
  // Only some items can follow a paragraph directly.
  return content !== "" && (mark.kind === "bullet" || mark.number === 1);
}

/** Returns true if an item is in a list of a kind: there, an empty item can follow its text directly. */
function isWithin(around: LinesAround, item: ItemAbove, kind: LineMark["kind"]): boolean {
  for (let found: ItemAbove | null = item; found !== null;) {
    if (found.mark.kind === kind) return true;
    const at = around.lines.indexOf(found.line);
    found = itemAbove({ ...around, at }, found.mark);
  }
  return false;
}

/** Returns the changes that count the items below one up by one, from the last. */
export function countUp(
  { lines, at }: LinesAround,
  mark: LineMark,
): readonly (readonly [number, number, string])[] {
  const changes: (readonly [number, number, string])[] = [];
  const start = signAt(mark);
  let last = mark.number;
  for (const line of lines.slice(at + 1)) {
    if (line.text.trim() === "") continue;
    const found = marksOf(line.text).findLast((each) => each.kind !== "quote");
    const begins =
      found === undefined ? (/\S/.exec(line.text)?.index ?? 0) : found.from + found.indent.length;
    if (begins > start) continue;
    if (found?.kind !== "number" || begins < start || found.number !== last + 1) break;
    last = found.number;
    const from = line.from + begins;
    changes.unshift([from, from + String(last).length, String(last + 1)]);
  }
  return changes;
}
