import type { MemoView } from "@tidemark/core/router";
import { calledOut } from "../memo/first-line.ts";
import { dayLabel, timeLabel } from "../time/day-label.ts";
import type { TaskRow } from "./task-blocks.ts";

/**
 * How a memo is called over its tasks: its title or first line, and when it was written where that is
 * a task itself, which says nothing of the others.
 */
export function memoName(memo: MemoView, nowMs: number): string {
  if (memo.property.title !== "") return memo.property.title;
  const isTask = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/.test(memo.content);
  return isTask ? memoMoment(memo, nowMs) : calledOut(memo);
}

export function memoMoment({ createdMs }: MemoView, nowMs: number): string {
  return `${dayLabel(createdMs, nowMs)} ${timeLabel(createdMs)}`;
}

/** Where a task stands: in which memo, unless that is said already, and under what in it. */
export function placeOf(
  { memo, crumb }: Pick<TaskRow, "memo" | "crumb">,
  { namesMemo, nowMs }: { readonly namesMemo: boolean; readonly nowMs: number },
): string | null {
  const under = crumb === null ? null : withoutLastTags(crumb);
  if (!namesMemo) return under;
  const name = withoutLastTags(memoName(memo, nowMs));
  return under === null || under === name ? name : `${name} › ${under}`;
}

/** Tags at the end of a line say what it is about, not where something is. */
function withoutLastTags(text: string): string {
  return text.replace(/(?:\s+#\S+)+$/u, "");
}
