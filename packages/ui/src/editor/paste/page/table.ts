/** Cells of a row that begin in it, or that reach into it from a row above. */
export interface CellPlace {
  readonly cell: Element;
  readonly row: number;
  readonly column: number;
}

/** Table of a page, with the columns of its cells. */
export interface TableGrid {
  readonly places: readonly CellPlace[];
  readonly rows: number;
  readonly columns: number;
}

/** Limits for cells that a merged one covers: beyond them, it counts as one. */
const maxSpan = 100;
const maxCovered = 20_000;

/** Returns the rows of a table, without those of tables inside it: its head first, its foot last. */
export function rowsOf(table: Element): Element[] {
  const head: Element[] = [];
  const body: Element[] = [];
  const foot: Element[] = [];
  for (const part of table.children) {
    if (part.localName === "tr") body.push(part);
    const rows = part.localName === "thead" ? head : part.localName === "tfoot" ? foot : body;
    if (!/^t(?:head|body|foot)$/.test(part.localName)) continue;
    for (const row of part.children) if (row.localName === "tr") rows.push(row);
  }
  return [...head, ...body, ...foot];
}

function cellsOf(row: Element): Element[] {
  return [...row.children].filter(({ localName }) => localName === "td" || localName === "th");
}

/** Returns true for a table that only places its parts on the page. */
export function isLayout(table: Element, rows: readonly Element[]): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute("role") ?? "")) return true;
  const cells = rows.map((row) => cellsOf(row));
  if (cells.some((row) => row.some(({ localName }) => localName === "th"))) return false;
  if (cells.every((row) => row.length <= 1)) return true;
  if (cells.length === 1 && cells[0]?.some((cell) => isOfParts(cell)) === true) return true;
  return cells.some((row) => row.some((cell) => isLargePart(cell)));
}

function isLargePart(cell: Element): boolean {
  return cell.querySelector("table, h1, h2, h3, hr, pre") !== null;
}

/** Returns true for a cell of several lines, as beside the picture of a mail's signature. */
function isOfParts(cell: Element): boolean {
  return cell.querySelectorAll("p, div, br, li").length > 1;
}

/** Finds the column of each cell. A merged cell has its first one, and covers the others. */
export function gridOf(rows: readonly Element[]): TableGrid {
  const places: CellPlace[] = [];
  /** Columns that cells above cover, with the number of rows they still do. */
  let covered = new Map<number, number>();
  let left = maxCovered;
  let columns = 0;
  for (const [row, element] of rows.entries()) {
    const below = new Map<number, number>();
    for (const [column, more] of covered) if (more > 1) below.set(column, more - 1);
    let column = 0;
    for (const cell of cellsOf(element)) {
      while (covered.has(column)) column += 1;
      const wide = Math.min(spanOf(cell, "colspan"), 1 + left);
      const high = Math.min(spanOf(cell, "rowspan"), rows.length - row);
      const isWithin = wide * high <= left;
      left -= isWithin ? wide * high - 1 : wide - 1;
      places.push({ cell, row, column });
      if (isWithin && high > 1) {
        for (let at = column; at < column + wide; at += 1) below.set(at, high - 1);
      }
      column += wide;
      columns = Math.max(columns, column);
    }
    for (const at of covered.keys()) columns = Math.max(columns, at + 1);
    covered = below;
  }
  return { places, rows: rows.length, columns };
}

function spanOf(cell: Element, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(cell.getAttribute(name) ?? "1", 10);
  return Number.isFinite(span) ? Math.min(Math.max(span, 1), maxSpan) : 1;
}

/** Returns the Markdown of a table's rows of cells; the first is its head. */
export function writeTable(grid: TableGrid, write: (cell: Element) => string): string {
  const rows: string[][] = Array.from({ length: grid.rows }, () => []);
  const aligned: string[] = [];
  let columns = 0;
  for (const { cell, row, column } of grid.places) {
    const text = write(cell);
    if (text !== "") columns = Math.max(columns, column + 1);
    const cells = rows[row]!;
    while (cells.length < column) cells.push("");
    cells.push(text);
    if (row === 0) aligned[column] = alignOf(cell);
  }
  const filled = rows.filter((row) => row.some((cell) => cell !== ""));
  const [head] = filled;
  if (head === undefined) return "";
  const isHead = head === rows[0];
  const width = Math.max(columns, 1);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.padEnd(3)).join(" | ")} |`;
  const full = Array.from({ length: width }, (_, at) => head[at] ?? "");
  const rule = full.map((_, at) => (isHead ? (aligned[at] ?? "---") : "---"));
  return [full, rule, ...filled.slice(1).map((row) => row.slice(0, width))].map(line).join("\n");
}

function alignOf(cell: Element): string {
  const style = /text-align\s*:\s*(center|right)/i.exec(cell.getAttribute("style") ?? "")?.[1];
  const align = (cell.getAttribute("align") ?? style ?? "").toLowerCase();
  return align === "center" ? ":-:" : align === "right" ? "--:" : "---";
}
