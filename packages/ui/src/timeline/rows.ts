import type { MemoView } from "@tidemark/core/router";
import { dayKey, dayLabel } from "./day-label.ts";
import { timelineStrings } from "./strings.ts";

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

/** The first line that says something, without Markdown's marks: how a memo is called out loud. */
export function firstLine(content: string): string {
  for (const line of content.split("\n", 20)) {
    const text = line
      .replace(/^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+|#{1,6}\s+|>\s*)+/, "")
      .replaceAll(/[*_`~]{1,3}/g, "")
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim();
    if (text !== "") return text.length > 80 ? `${text.slice(0, 79)}…` : text;
  }
  return timelineStrings.emptyLine;
}
