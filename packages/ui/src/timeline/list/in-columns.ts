import type { MemoRow, TimelineRow } from "./rows.ts";

/** Row of memos of one day, side by side. */
export interface GridRow {
  readonly kind: "grid";
  readonly key: string;
  /** Keys of the memos in the row. */
  readonly holds: readonly string[];
  readonly memos: readonly MemoRow[];
}

/**
 * Groups the memos of each day, and the pinned ones, into rows of `columns`, in their order. The key of a row
 * is its day and its index there: a new first memo shifts others between rows but removes no row.
 */
export function inColumns(
  rows: readonly TimelineRow[],
  columns: number,
): readonly (TimelineRow | GridRow)[] {
  if (columns === 1) return rows;
  const laid: (TimelineRow | GridRow)[] = [];
  let sheet = "pinned";
  let memos: MemoRow[] = [];
  const flush = (): void => {
    for (let at = 0; at < memos.length; at += columns) {
      const side = memos.slice(at, at + columns);
      const holds = side.map(({ key }) => key);
      laid.push({ kind: "grid", key: `${sheet}/${at / columns}`, holds, memos: side });
    }
    memos = [];
  };
  for (const row of rows) {
    if (row.kind === "memo") {
      memos.push(row);
      continue;
    }
    flush();
    sheet = row.key;
    laid.push(row);
  }
  flush();
  return laid;
}
