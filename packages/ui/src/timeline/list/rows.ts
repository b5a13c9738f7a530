import type { MemoView } from "@tidemark/core/router";
import { dayInside, dayKey, dayParts, type DayParts } from "../../time/day-label.ts";
import { timelineStrings } from "../strings.ts";

export interface DayRow {
  readonly kind: "day";
  readonly key: string;
  readonly day: DayParts;
  /** How many memos of the day follow; null while more of them may be to come. */
  readonly count: number | null;
}

export interface MemoRow {
  readonly kind: "memo";
  readonly key: string;
  readonly memo: MemoView;
  /** Position among the memos, from 1. */
  readonly position: number;
  /** Memos of a day lie on one sheet: whether this one begins it, and whether it ends it. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** What the list draws, top to bottom. */
export type TimelineRow = DayRow | MemoRow;

export interface RowsInput {
  readonly pinned: readonly MemoView[];
  readonly memos: readonly MemoView[];
  /** Whether memos older than these are still to be read. */
  readonly hasMore: boolean;
  /** Under the day of their deletion, in the order of that. */
  readonly isTrash?: boolean;
  readonly nowMs: number;
  readonly locale?: string | undefined;
}

/** What a search finds, newest first: of no day, each once. */
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
 * The pinned memos, then the others under the day they were written or deleted. `memos` come as
 * the host lists them; a memo that was drawn, among the pinned or by an earlier page, is not drawn
 * again.
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
