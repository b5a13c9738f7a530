import type { MemoView, TaskPage } from "@tidemark/core/router";
import type { InfiniteData } from "@tanstack/react-query";

export type TaskPages = InfiniteData<TaskPage, string | null>;

/**
 * Replaces a changed memo in the loaded pages of tasks by tag. `memo` is null if it was purged. Returns null
 * if only the host knows its groups.
 */
export function patchTaskPages(
  pages: TaskPages,
  id: string,
  memo: MemoView | null,
  /** True if a task was just completed: the memo stays briefly. */
  stays: boolean,
): TaskPages | null {
  const before = pages.pages
    .flatMap(({ groups }) => groups.flatMap(({ memos }) => memos))
    .find((each) => each.id === id);
  const hasTasks = memo !== null && isListed(memo);
  if (before === undefined) return hasTasks ? null : pages;
  if (hasTasks && mayHaveMoved(before, memo)) return null;
  const shown = hasTasks || stays ? memo : null;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      groups: page.groups.map((group) => {
        const at = group.memos.findIndex((each) => each.id === id);
        if (at === -1) return group;
        const memos = shown === null ? group.memos.toSpliced(at, 1) : group.memos.with(at, shown);
        return { ...group, memos };
      }),
    })),
  };
}

function isListed({ state, deletedMs, parent, author, property }: MemoView): boolean {
  const isOwn = parent === null && author === null;
  return isOwn && state === "NORMAL" && deletedMs === null && property.hasIncompleteTasks;
}

/** Returns true if the memo's time, tags or number of tasks changed so that it may belong to other groups. */
function mayHaveMoved(before: MemoView, memo: MemoView): boolean {
  return (
    memo.createdMs !== before.createdMs ||
    memo.property.openTasks > before.property.openTasks ||
    memo.tags.join(" ") !== before.tags.join(" ")
  );
}
