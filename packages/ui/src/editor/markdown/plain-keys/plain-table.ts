import { readRow, type Table } from "../table/table-row.ts";
import type { PlainLine } from "./plain-lines.ts";

const rule = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Returns the table at a line, as the grammar reads it outside of quotes and lists; `null` if there is none. */
export function plainTableAt(lines: readonly PlainLine[], at: number): Table | null {
  if (!isRow(lines[at])) return null;
  let first = at;
  while (isRow(lines[first - 1])) first -= 1;
  for (let top = first; top <= at; top += 1) {
    const header = rowOf(lines[top]!);
    const below = lines[top + 1];
    if (below === undefined || !rule.test(below.text) || !below.text.includes("|")) continue;
    const delimiter = rowOf(below);
    if (delimiter.cells.length !== header.cells.length) continue;
    const body = [];
    for (let row = top + 2; isRow(lines[row]); row += 1) body.push(rowOf(lines[row]!));
    return { header, rule: delimiter, body };
  }
  return null;
}

function isRow(line: PlainLine | undefined): line is PlainLine {
  return (
    line !== undefined &&
    line.text.trim() !== "" &&
    !/^ {0,3}(?:[>#]|[-+*] |\d+[.)] |`{3}|~{3})|^ {4}/.test(line.text)
  );
}

function rowOf({ from, text }: PlainLine) {
  return readRow(from, text);
}
