import type { TaskGroup, MemoView } from "@tidemark/core/router";
import { type TaskLine, type TaskLines, taskLines, taskTag } from "@tidemark/core/markdown";

/** One task as it is listed. */
export interface TaskRow {
  readonly kind: "task";
  readonly key: string;
  readonly memo: MemoView;
  readonly line: TaskLine;
  /** Where it stands in its memo: the task over it, or the heading. */
  readonly crumb: string | null;
}

/** Says how many tasks of a memo are not listed. */
export interface MoreRow {
  readonly kind: "more";
  readonly key: string;
  readonly memo: MemoView;
  readonly count: number;
}

/** What a group's heading names. */
export type TaskHeading =
  | { readonly by: "memo"; readonly memo: MemoView }
  | { readonly by: "tag"; readonly tag: string | null };

/** A stretch of one group: long groups are drawn in several. */
export interface TaskBlock {
  readonly key: string;
  readonly heading: TaskHeading;
  /** How many open tasks the group has; null while more may be to come. */
  readonly open: number | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly rows: readonly (TaskRow | MoreRow)[];
}

/** Whether a task that is done is listed all the same: it was open a moment ago. */
export type StaysListed = (key: string) => boolean;

/** A memo with more is one to be opened. */
const maxPerMemo = 200;
const maxPerBlock = 50;

/** A group for each memo, in their order. */
export function blocksByMemo(memos: readonly MemoView[], stays: StaysListed): TaskBlock[] {
  return memos.flatMap((memo) => {
    const rows = rowsOf(memo, stays, () => true);
    return inBlocks(`memo:${memo.id}`, { by: "memo", memo }, memo.property.openTasks, rows);
  });
}

/** A group for each tag, in their order; pages may go on with the group of the page before. */
export function blocksByTag(
  groups: readonly TaskGroup[],
  { hasMore, stays }: { readonly hasMore: boolean; readonly stays: StaysListed },
): TaskBlock[] {
  const byTag = Map.groupBy(groups, ({ tag }) => tag);
  let left = byTag.size;
  return [...byTag].flatMap(([tag, parts]) => {
    left -= 1;
    // A memo that came while one read on may be on two pages.
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

/** Names a task of a memo. */
export function taskKey(id: string, index: number): string {
  return `${id}/${index}`;
}

const parsed = new WeakMap<MemoView, TaskLines>();

/** The tasks of a memo, read once for each state of it. */
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
