import type { MemoView, NewMemo } from "@tidemark/core/router";

/**
 * A memo that is being made, as its card will show it, for the moment until the host says how it is.
 * null where that cannot be known here: of a comment, of a memo with files, or of one in a space.
 */
export function provisionalMemo(memo: NewMemo, nowMs: number): MemoView | null {
  const { id, content, visibility = "PRIVATE", space, pinned = false, parent, attachments } = memo;
  if (id === undefined || parent !== undefined || space !== undefined) return null;
  if (attachments !== undefined && attachments.length > 0) return null;
  return {
    id,
    content,
    visibility,
    pinned,
    // The newest of its moment.
    number: Number.MAX_SAFE_INTEGER,
    creator: "",
    author: null,
    parent: null,
    state: "NORMAL",
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
      title: "",
    },
    snippet: "",
    isSynced: true,
    isMerged: false,
    reactions: [],
    attachments: [],
  };
}
