import type { MemoView, TaskPage } from "@tidemark/core/router";
import type { InfiniteData } from "@tanstack/react-query";

export type TaskPages = InfiniteData<TaskPage, string | null>;

/**
 * Puts a changed memo where it stands in the loaded pages of tasks by tag. `memo` null: it is gone.
 * Null when only the host can tell in which groups it stands now.
 */
export function patchTaskPages(
  pages: TaskPages,
  id: string,
  memo: MemoView | null,
  /** A task of it was just done: it stays for a moment. */
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

/** More tasks than before, or other tags: some may go by a tag that the memo was not listed under. */
function mayHaveMoved(before: MemoView, memo: MemoView): boolean {
  return (
    memo.createdMs !== before.createdMs ||
    memo.property.openTasks > before.property.openTasks ||
    memo.tags.join(" ") !== before.tags.join(" ")
  );
}
