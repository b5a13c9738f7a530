import type { MemoView, NewMemo } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { type MemoListQuery, type MemoPages, patchPages, sketchNumber } from "./memo-pages.ts";
import { answersUnderWay, putPages } from "./read-again.ts";
import { queryKeys } from "./queries.ts";
import { writtenIn } from "./written.ts";

/**
 * What a memo will look like that the host is about to make: its text, and all else plain. Null where
 * only the host knows enough: of its files, its space, or who may read it when that was not chosen.
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
    // Nothing is said of a server before the memo is there.
    isSynced: true,
    isMerged: false,
    reactions: [],
    attachments: [],
  };
}

/** Shows it in the lists where it will stand for certain; `showMemo` puts the memo in its place. */
export function showSketch(queries: QueryClient, sketch: MemoView): void {
  writtenIn(queries).set(sketch.id, sketch);
  patchLists(queries, (pages, query) => patchPages(pages, query, sketch.id, sketch));
}

/** The memo is made: it stays in what was asked for before that, as its sketch did. */
export function keepWritten(queries: QueryClient, memo: MemoView): void {
  const written = writtenIn(queries);
  written.set(memo.id, memo);
  void Promise.allSettled(answersUnderWay(queries, [queryKeys.lists])).then(() => {
    if (written.get(memo.id) === memo) written.delete(memo.id);
  });
}

/** Takes it out again, where the memo itself is not there yet. */
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
