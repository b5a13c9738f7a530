import type { MemoView } from "@tidemark/core/router";

/** Returns a memo as the router does, with defaults for absent properties. */
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
    unsent: null,
    isMerged: false,
    edit: null,
    spaceTitle: null,
    reactions: [],
    attachments: [],
    ...memo,
  };
}
