import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const backupMemosStrings = sentences({
  title: (when: string) => msg`Memos in the backup from ${when}`,
  close: msg`Close`,
  search: msg`Search this backup`,
  list: msg`Memos in this backup`,
  opening: msg`Opening the backup…`,
  empty: msg`No memos in this backup.`,
  noMatches: msg`No matching memos`,
  emptyMemo: msg`No text`,
  more: msg`Show more`,
  retry: msg`Try again`,
  failed: {
    "no-space": msg`Not enough disk space to open this backup.`,
    folder: msg`The backup folder can’t be read.`,
    damaged: msg`This backup is damaged. Choose another one.`,
    newer: msg`This backup is from a newer version of Tidemark. Update first.`,
    failed: msg`This backup can’t be opened. See the log.`,
  },
  now: {
    same: msg({ message: "unchanged since", context: "a memo of a backup" }),
    changed: msg({ message: "changed since", context: "a memo of a backup" }),
    trashed: msg({ message: "now in the trash", context: "a memo of a backup" }),
    gone: msg({ message: "deleted since", context: "a memo of a backup" }),
  },
  comment: msg({ message: "comment", context: "kind of a memo" }),
  wasTrashed: msg({ message: "in the trash then", context: "a memo of a backup" }),
  files: (count: number) => msg`${plural(count, { one: "# file", other: "# files" })}`,
  selectAll: msg`Select all shown`,
  help: msg`A changed memo keeps its current text in its history. A deleted one comes back as a private memo.`,
  restore: (count: number) =>
    msg`${plural(count, { 0: "Restore", one: "Restore # memo", other: "Restore # memos" })}`,
  restoring: msg`Restoring…`,
  restored: (count: number) =>
    msg`${plural(count, { 0: "No memos restored", one: "# memo restored", other: "# memos restored" })}`,
  refused: (count: number) =>
    msg`${plural(count, { one: "# memo can’t be restored.", other: "# memos can’t be restored." })}`,
  missingFiles: (count: number) =>
    msg`${plural(count, { one: "# file isn’t in the backup.", other: "# files aren’t in the backup." })}`,
});
