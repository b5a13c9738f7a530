import type { MemoView } from "@tidemark/core/router";
import { dayKey, dayLabel } from "../../time/day-label.ts";

/** What the list draws, top to bottom. */
export type TimelineRow =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | {
      readonly kind: "memo";
      readonly key: string;
      readonly memo: MemoView;
      /** Position among the memos, from 1. */
      readonly position: number;
    };

export interface RowsInput {
  readonly pinned: readonly MemoView[];
  readonly memos: readonly MemoView[];
  readonly nowMs: number;
  readonly locale?: string | undefined;
}

/**
 * The pinned memos, then the others under the day they were written. `memos` come newest first, as
 * the host lists them; a memo that a page boundary repeats is drawn once.
 */
export function timelineRows({ pinned, memos, nowMs, locale }: RowsInput) {
  const rows: TimelineRow[] = [];
  const seen = new Set<string>();
  const add = (memo: MemoView): void => {
    seen.add(memo.id);
    rows.push({ kind: "memo", key: memo.id, memo, position: seen.size });
  };
  for (const memo of pinned) add(memo);
  let day = "";
  for (const memo of memos) {
    if (seen.has(memo.id)) continue;
    const key = dayKey(memo.createdMs);
    if (key !== day) {
      day = key;
      rows.push({ kind: "day", key: `day:${key}`, label: dayLabel(memo.createdMs, nowMs, locale) });
    }
    add(memo);
  }
  return rows;
}
