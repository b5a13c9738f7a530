import type { MemoView } from "@tidemark/core/router";
import { isRemoved } from "../focus/chosen.ts";
import { openPart } from "../focus/open-part.ts";
import { beginEdit } from "../memo/begin-edit.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { memoAddress } from "../state/view-address.ts";
import type { Run } from "../commands/press.ts";

/** Memos that each command acts on. */
const actsOn = {
  copyAddress: "any",
  copyMarkdown: "any",
  comment: "kept",
  react: "kept",
  trash: "own",
  edit: "changeable",
  tags: "changeable",
  linkMemo: "changeable",
  pin: "placed",
  archive: "placed",
  share: "placed",
  visibility: "placed",
} as const;

export type MemoCommand = keyof typeof actsOn;

/** Commands that open something beside the memo, which differs between screens. */
type PartCommand = "comment" | "react" | "linkMemo" | "visibility";

/** Returns true if a command can be run on a memo. */
export function canRun(command: MemoCommand, memo: MemoView): boolean {
  const isKept = memo.deletedMs === null;
  const isOwn = memo.author === null;
  switch (actsOn[command]) {
    case "any":
      return true;
    case "kept":
      return isKept;
    case "own":
      return isOwn;
    case "changeable":
      return isOwn && isKept;
    case "placed":
      // A comment belongs to its memo, and can't be placed separately.
      return isOwn && isKept && memo.parent === null;
  }
}

/**
 * Returns the commands of a memo, if it is loaded. A command that can't be run leaves its key unhandled. Keys
 * pressed while the memo is being removed do nothing.
 */
export function memoRuns(
  memo: MemoView | null,
  actions: MemoActions,
  parts: Readonly<Record<PartCommand, (memo: MemoView) => unknown>>,
): Readonly<Record<MemoCommand, Run>> {
  const may =
    (command: MemoCommand, run: (memo: MemoView) => unknown): Run =>
    () =>
      memo !== null && canRun(command, memo) && (isRemoved(memo.id) || run(memo));
  return {
    copyAddress: may("copyAddress", ({ id }) => actions.copy(memoAddress(id))),
    copyMarkdown: may("copyMarkdown", ({ content }) => actions.copy(content)),
    comment: may("comment", parts.comment),
    react: may("react", parts.react),
    trash: may("trash", ({ id, deletedMs }) =>
      deletedMs === null ? actions.trash(id) : actions.purge(id),
    ),
    edit: may("edit", ({ id }) => beginEdit(id)),
    tags: may("tags", ({ id }) => openPart({ taggingId: id })),
    linkMemo: may("linkMemo", parts.linkMemo),
    pin: may("pin", ({ id, pinned }) => actions.setPinned(id, !pinned)),
    archive: may("archive", ({ id, state }) => actions.setArchived(id, state === "NORMAL")),
    share: may("share", ({ id }) => openPart({ sharingId: id })),
    visibility: may("visibility", parts.visibility),
  };
}
