import type { MemoView } from "@tidemark/core/router";
import { dayInside, dayKey, dayParts, type DayParts } from "../../time/day-label.ts";
import { timelineStrings } from "../strings.ts";

export interface DayRow {
  readonly kind: "day";
  readonly key: string;
  readonly day: DayParts;
  /** Number of memos on the day; null while the next page may add more. */
  readonly count: number | null;
}

export interface MemoRow {
  readonly kind: "memo";
  readonly key: string;
  readonly memo: MemoView;
  /** Position among the memos, from 1. */
  readonly position: number;
  /** True if the memo is the first, or the last, on its day's sheet. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Row of the list, top to bottom. */
export type TimelineRow = DayRow | MemoRow;

export interface RowsInput {
  readonly pinned: readonly MemoView[];
  readonly memos: readonly MemoView[];
  /** True if older memos aren't loaded yet. */
  readonly hasMore: boolean;
  /** True for the trash: memos are grouped by the day of their deletion, in that order. */
  readonly isTrash?: boolean;
  readonly nowMs: number;
  readonly locale?: string | undefined;
}

/** Returns the rows of search results, newest first, without days and duplicates. */
export function foundRows(memos: readonly MemoView[]): MemoRow[] {
  const once = [...new Map(memos.map((memo) => [memo.id, memo])).values()];
  return once.map((memo, index) => ({
    kind: "memo",
    key: memo.id,
    memo,
    position: index + 1,
    isFirst: index === 0,
    isLast: index === once.length - 1,
  }));
}

/**
 * Returns the rows of the pinned memos, then of the others under the day they were written or deleted. Keeps
 * the host's order and skips memos that are pinned or on an earlier page.
 */
export function timelineRows({
  pinned,
  memos,
  hasMore,
  isTrash = false,
  nowMs,
  locale,
}: RowsInput): TimelineRow[] {
  const seen = new Set<string>();
  const fresh = (given: readonly MemoView[]): MemoView[] =>
    given.filter(({ id }) => !seen.has(id) && seen.add(id));
  const rows: TimelineRow[] = [];
  let position = 0;
  const addSheet = (sheet: readonly MemoView[], isEnded: boolean): void => {
    for (const [index, memo] of sheet.entries()) {
      rows.push({
        kind: "memo",
        key: memo.id,
        memo,
        position: (position += 1),
        isFirst: index === 0,
        isLast: isEnded && index === sheet.length - 1,
      });
    }
  };
  addSheet(fresh(pinned), true);
  const momentOf = ({ createdMs, deletedMs }: MemoView): number =>
    isTrash ? (deletedMs ?? createdMs) : createdMs;
  const days = Map.groupBy(fresh(memos), (memo) => dayKey(momentOf(memo)));
  let left = days.size;
  for (const [key, sheet] of days) {
    left -= 1;
    const isEnded = left > 0 || !hasMore;
    const ms = sheet[0] === undefined ? nowMs : momentOf(sheet[0]);
    const day = isTrash
      ? { name: timelineStrings.deletedOn(dayInside(ms, nowMs, locale)), date: "" }
      : dayParts(ms, nowMs, locale);
    rows.push({ kind: "day", key: `day:${key}`, day, count: isEnded ? sheet.length : null });
    addSheet(sheet, isEnded);
  }
  return rows;
}
