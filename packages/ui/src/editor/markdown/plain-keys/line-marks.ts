/** Mark at the start of a line: a quote's, or that of a list item. Offsets are within the line. */
export interface LineMark {
  readonly kind: "quote" | "bullet" | "number";
  /** Offset of its indent. */
  readonly from: number;
  /** Offset after its space. */
  readonly to: number;
  /** Offset from which lines below are within it; a box isn't counted. */
  readonly inner: number;
  readonly indent: string;
  readonly sign: string;
  /** Number of an ordered item. */
  readonly number: number;
  /** Box of a task, unchecked, with the space before it. */
  readonly box: string;
  readonly gap: string;
}

const quote = /^(?<indent> {0,3})(?<sign>>)(?<gap> ?)/;
const bullet = /^(?<indent> *)(?<sign>[-+*])(?<box> {1,4}\[[ xX]\])?(?<gap> {1,4}|(?= {5})  ?)/;
const number = /^(?<indent> *)(?<number>\d{1,9})(?<sign>[.)])(?<gap> {1,4}|(?= {5})  ?)/;

const rule = /^ {0,3}(?<sign>[-*_])(?:[ \t]*\k<sign>){2,}[ \t]*$/;

/** Returns the marks at the start of a line, outermost first. */
export function marksOf(line: string): readonly LineMark[] {
  const marks: LineMark[] = [];
  if (rule.test(line)) return marks;
  let from = 0;
  for (;;) {
    const rest = line.slice(from);
    const kind = quote.test(rest) ? "quote" : bullet.test(rest) ? "bullet" : "number";
    const pattern = kind === "quote" ? quote : kind === "bullet" ? bullet : number;
    const found = pattern.exec(rest);
    if (found === null) return marks;
    const { indent = "", sign = "", gap = "", box = "", number: digits = "" } = found.groups ?? {};
    const inner = from + indent.length + digits.length + sign.length + 1;
    const to = from + found[0].length;
    const open = box.replace(/[xX]/, " ");
    marks.push({ kind, from, to, inner, indent, sign, gap, box: open, number: Number(digits) });
    // Text begins after a box.
    if (box !== "") return marks;
    from = to;
  }
}

/** Returns the mark of the item after this one. */
export function nextMark({ kind, indent, sign, number: count, box, gap }: LineMark): string {
  return `${indent}${kind === "number" ? count + 1 : ""}${sign}${box}${gap}`;
}

/** Returns what a mark is on the lines below it: a quote's sign stays, an item's becomes blanks. */
export function markBelow({ kind, from, to }: LineMark, line: string): string {
  return kind === "quote" ? line.slice(from, to) : " ".repeat(to - from);
}
