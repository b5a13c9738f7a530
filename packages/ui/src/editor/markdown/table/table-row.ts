/** Text between two bars of a row, including spaces. */
export interface TableCell {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface TableRow {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly TableCell[];
  /** True if the row begins with a bar; `closes` is true if it ends with one. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Table as written: its header, the delimiter row, and the rest. */
export interface Table {
  readonly header: TableRow;
  readonly rule: TableRow;
  readonly body: readonly TableRow[];
}

/** Reads a row of a table from its line, without a quote's mark; `start` is the offset of its text. */
export function readRow(start: number, line: string): TableRow {
  const text = line.trimEnd();
  const from = start + (text.length - text.trimStart().length);
  const to = start + text.length;
  const row = text.trimStart();
  const bars: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") bars.push(at);
  }
  const opens = bars[0] === 0;
  const closes = bars.length > 1 && bars.at(-1) === row.length - 1;
  const edges = [...(opens ? [] : [-1]), ...bars, ...(closes ? [] : [row.length])];
  const cells = edges.slice(1).map((edge, index) => {
    const begin = (edges[index] ?? 0) + 1;
    return { from: from + begin, to: from + edge, text: row.slice(begin, edge) };
  });
  return { from, to, cells, opens, closes };
}

/** Returns all rows except the delimiter row. */
export function writtenRows({ header, body }: Table): readonly TableRow[] {
  return [header, ...body];
}
