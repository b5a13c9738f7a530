import type { MemoRow, TimelineRow } from "./rows.ts";

/** Memos of one day that stand side by side. */
export interface GridRow {
  readonly kind: "grid";
  readonly key: string;
  /** The keys of its memos. */
  readonly holds: readonly string[];
  readonly memos: readonly MemoRow[];
}

/**
 * Lays the memos of each day, and those that are pinned, out in rows, in their order. A row is known
 * by its day and its number there, so that a memo that comes first moves others from row to row and
 * no row away.
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
