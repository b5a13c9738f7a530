import type { TaskGroup, MemoView } from "@tidemark/core/router";
import { type TaskLine, type TaskLines, taskLines, taskTag } from "@tidemark/core/markdown";

/** Listed task. */
export interface TaskRow {
  readonly kind: "task";
  readonly key: string;
  readonly memo: MemoView;
  readonly line: TaskLine;
  /** Parent task or heading in its memo; null if none. */
  readonly crumb: string | null;
}

/** Number of tasks of a memo that aren't listed. */
export interface MoreRow {
  readonly kind: "more";
  readonly key: string;
  readonly memo: MemoView;
  readonly count: number;
}

/** Subject of a group's heading. */
export type TaskHeading =
  | { readonly by: "memo"; readonly memo: MemoView }
  | { readonly by: "tag"; readonly tag: string | null };

/** Part of a group; long groups are rendered in several blocks. */
export interface TaskBlock {
  readonly key: string;
  readonly heading: TaskHeading;
  /** Number of open tasks in the group; null while the next page may add more. */
  readonly open: number | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rows: readonly (TaskRow | MoreRow)[];
}

/** Returns true if a completed task is still listed because it was open a moment ago. */
export type StaysListed = (key: string) => boolean;

/** Maximum number of tasks listed per memo. */
const maxPerMemo = 200;
const maxPerBlock = 50;

/** Returns a group for each memo, in their order. */
export function blocksByMemo(memos: readonly MemoView[], stays: StaysListed): TaskBlock[] {
  return memos.flatMap((memo) => {
    const rows = rowsOf(memo, stays, () => true);
    return inBlocks(`memo:${memo.id}`, { by: "memo", memo }, memo.property.openTasks, rows);
  });
}

/** Returns a group for each tag, in their order. A page may continue the last group of the page before. */
export function blocksByTag(
  groups: readonly TaskGroup[],
  { hasMore, stays }: { readonly hasMore: boolean; readonly stays: StaysListed },
): TaskBlock[] {
  const byTag = Map.groupBy(groups, ({ tag }) => tag);
  let left = byTag.size;
  return [...byTag].flatMap(([tag, parts]) => {
    left -= 1;
    // A memo added meanwhile may be on two pages.
    const memos = new Map(parts.flatMap((part) => part.memos.map((memo) => [memo.id, memo])));
    const fits = (line: TaskLine, tasks: TaskLines): boolean => taskTag(line, tasks) === tag;
    const rows = [...memos.values()].flatMap((memo) => rowsOf(memo, stays, fits));
    const isWhole = left > 0 || !hasMore;
    const open = rows.reduce((sum, row) => sum + openIn(row), 0);
    return inBlocks(
      tag === null ? "untagged" : `tag:${tag}`,
      { by: "tag", tag },
      isWhole ? open : null,
      rows,
    );
  });
}

function openIn(row: TaskRow | MoreRow): number {
  if (row.kind === "more") return row.count;
  return row.line.checked ? 0 : 1;
}

/** Returns the key of a memo's task. */
export function taskKey(id: string, index: number): string {
  return `${id}/${index}`;
}

const parsed = new WeakMap<MemoView, TaskLines>();

/** Returns the tasks of a memo, parsed once per state. */
export function tasksOf(memo: MemoView): TaskLines {
  const known = parsed.get(memo);
  if (known !== undefined) return known;
  const tasks = taskLines(memo.content);
  parsed.set(memo, tasks);
  return tasks;
}

function rowsOf(
  memo: MemoView,
  stays: StaysListed,
  fits: (line: TaskLine, tasks: TaskLines) => boolean,
): (TaskRow | MoreRow)[] {
  const tasks = tasksOf(memo);
  const listed = tasks.lines.filter(
    (line) => (!line.checked || stays(taskKey(memo.id, line.index))) && fits(line, tasks),
  );
  const rows = listed.slice(0, maxPerMemo).map((line): TaskRow => ({
    kind: "task",
    key: taskKey(memo.id, line.index),
    memo,
    line,
    crumb: (line.parent === null ? null : tasks.lines[line.parent]?.text) ?? line.heading,
  }));
  const count = listed.slice(maxPerMemo).filter(({ checked }) => !checked).length;
  return count === 0 ? rows : [...rows, { kind: "more", key: `${memo.id}/more`, memo, count }];
}

function inBlocks(
  key: string,
  heading: TaskHeading,
  open: number | null,
  rows: readonly (TaskRow | MoreRow)[],
): TaskBlock[] {
  const blocks: TaskBlock[] = [];
  for (let from = 0; from < rows.length; from += maxPerBlock) {
    const to = from + maxPerBlock;
    blocks.push({
      key: from === 0 ? key : `${key}/${from}`,
      heading,
      open,
      isFirst: from === 0,
      isLast: to >= rows.length,
      rows: rows.slice(from, to),
    });
  }
  return blocks;
}
