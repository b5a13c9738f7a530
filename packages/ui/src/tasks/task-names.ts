import type { MemoView } from "@tidemark/core/router";
import { calledOut } from "../memo/first-line.ts";
import { dayLabel, timeLabel } from "../time/day-label.ts";
import type { TaskRow } from "./task-blocks.ts";

/**
 * Returns the name of a memo above its tasks: its title or first line, or its time if that line is a task
 * itself.
 */
export function memoName(memo: MemoView, nowMs: number): string {
  if (memo.property.title !== "") return memo.property.title;
  const isTask = /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/.test(memo.content);
  return isTask ? memoMoment(memo, nowMs) : calledOut(memo);
}

export function memoMoment({ createdMs }: MemoView, nowMs: number): string {
  return `${dayLabel(createdMs, nowMs)} ${timeLabel(createdMs)}`;
}

/** Returns the place of a task: its memo, unless `namesMemo` is false, and its heading or parent task. */
export function placeOf(
  { memo, crumb }: Pick<TaskRow, "memo" | "crumb">,
  { namesMemo, nowMs }: { readonly namesMemo: boolean; readonly nowMs: number },
): string | null {
  const under = crumb === null ? null : withoutLastTags(crumb);
  if (!namesMemo) return under;
  const name = withoutLastTags(memoName(memo, nowMs));
  return under === null || under === name ? name : `${name} › ${under}`;
}

/** Removes trailing tags, which don't help to locate a task. */
function withoutLastTags(text: string): string {
  return text.replace(/(?:\s+#\S+)+$/u, "");
}
