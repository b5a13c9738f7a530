import type { MemoView } from "@tidemark/core/router";

/** A memo as the router gives it, for tests; what is not said is plain. */
export function memoView(memo: Partial<MemoView> = {}): MemoView {
  return {
    id: "m1",
    number: 1,
    creator: "users/local",
    author: null,
    parent: null,
    content: "Hello",
    state: "NORMAL",
    visibility: "PRIVATE",
    pinned: false,
    space: null,
    deletedMs: null,
    location: null,
    createdMs: 0,
    updatedMs: 0,
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
    isSynced: true,
    isMerged: false,
    spaceTitle: null,
    reactions: [],
    attachments: [],
    ...memo,
  };
}
