import type { MemoView, NewMemo } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { type MemoListQuery, type MemoPages, patchPages, sketchNumber } from "./memo-pages.ts";
import { answersUnderWay, putPages } from "./read-again.ts";
import { queryKeys } from "./queries.ts";
import { writtenIn } from "./written.ts";

/**
 * Returns a preview of a memo that the host is about to create: its text, with defaults for the rest. Null if
 * only the host knows enough: for files, a space, a parent, or an unspecified visibility.
 */
export function sketchOf(memo: NewMemo): MemoView | null {
  const { id, content, visibility, space, parent, attachments = [] } = memo;
  const isPlain = space === undefined && parent === undefined && attachments.length === 0;
  if (id === undefined || visibility === undefined || !isPlain) return null;
  const nowMs = Date.now();
  return {
    id,
    content,
    visibility,
    number: sketchNumber,
    creator: "",
    author: null,
    parent: null,
    state: "NORMAL",
    pinned: memo.pinned ?? false,
    space: null,
    spaceTitle: null,
    deletedMs: null,
    location: null,
    createdMs: nowMs,
    updatedMs: nowMs,
    tags: [],
    property: {
      hasLink: false,
      hasTaskList: false,
      hasCode: false,
      hasIncompleteTasks: false,
      openTasks: 0,
      title: "",
    },
    snippet: "",
    // Avoids showing a sync state before the memo exists.
    isSynced: true,
    unsent: null,
    isMerged: false,
    edit: null,
    reactions: [],
    attachments: [],
  };
}

/** Shows a preview in the lists that certainly contain it; `showMemo` replaces it with the memo. */
export function showSketch(queries: QueryClient, sketch: MemoView): void {
  writtenIn(queries).set(sketch.id, sketch);
  patchLists(queries, (pages, query) => patchPages(pages, query, sketch.id, sketch));
}

/** Keeps a created memo in lists whose load started before its creation. */
export function keepWritten(queries: QueryClient, memo: MemoView): void {
  const written = writtenIn(queries);
  written.set(memo.id, memo);
  void Promise.allSettled(answersUnderWay(queries, [queryKeys.lists])).then(() => {
    if (written.get(memo.id) === memo) written.delete(memo.id);
  });
}

/** Removes a preview, unless the memo itself has replaced it. */
export function dropSketch(queries: QueryClient, id: string): void {
  const written = writtenIn(queries);
  if (written.get(id)?.number === sketchNumber) written.delete(id);
  patchLists(queries, (pages, query) => {
    const isSketch = (memo: MemoView): boolean => memo.id === id && memo.number === sketchNumber;
    const isShown = pages.pages.some(({ memos }) => memos.some(isSketch));
    return isShown ? patchPages(pages, query, id, null) : pages;
  });
}

function patchLists(
  queries: QueryClient,
  patch: (pages: MemoPages, query: MemoListQuery) => MemoPages | null,
): void {
  for (const [key, pages] of queries.getQueriesData<MemoPages>({ queryKey: queryKeys.lists })) {
    if (pages === undefined) continue;
    const patched = patch(pages, key[2] as MemoListQuery);
    if (patched !== null && patched !== pages) putPages(queries, key, patched);
  }
}
