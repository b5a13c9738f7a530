import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Labels and messages for selected memos and actions on all of them. */
export const selectStrings = sentences({
  bar: msg`Selected memos`,
  selected: (count: number) => msg`${plural(count, { one: "# selected", other: "# selected" })}`,
  none: msg`Selection cleared`,
  clear: msg`Clear selection`,
  tags: msg`Tag…`,
  export: msg`Export`,
  trashShort: msg({ message: "Trash", context: "verb" }),
  notYours: (count: number) =>
    msg`${plural(count, { one: "one isn’t yours", other: "# aren’t yours" })}`,
  comments: (count: number) =>
    msg`${plural(count, { one: "one is a comment", other: "# are comments" })}`,
  failed: (count: number) =>
    msg`${plural(count, { one: "one couldn’t be changed", other: "# couldn’t be changed" })}`,
  /** Result of a partly completed action; `why` joins one or more of the three reasons above. */
  partly: (said: string, done: number, all: number, why: string) =>
    msg`${said} · ${done} of ${all}: ${why}`,
  nothing: (why: string) => msg`Nothing was changed: ${why}`,
  same: msg`Nothing to change.`,
  pinned: (count: number) =>
    msg`${plural(count, { one: "# memo pinned", other: "# memos pinned" })}`,
  unpinned: (count: number) =>
    msg`${plural(count, { one: "# memo unpinned", other: "# memos unpinned" })}`,
  archived: (count: number) =>
    msg`${plural(count, { one: "# memo archived", other: "# memos archived" })}`,
  unarchived: (count: number) =>
    msg`${plural(count, { one: "# memo moved to the timeline", other: "# memos moved to the timeline" })}`,
  trashed: (count: number) =>
    msg`${plural(count, { one: "# memo moved to trash", other: "# memos moved to trash" })}`,
  restored: (count: number) =>
    msg`${plural(count, { one: "# memo restored", other: "# memos restored" })}`,
  visibility: (count: number, label: string) =>
    msg`${plural(count, { one: `# memo: ${label}`, other: `# memos: ${label}` })}`,
  purgeBody: (count: number) =>
    msg`${plural(count, { one: "# memo and its version history will be deleted. This can’t be undone.", other: "# memos and their version history will be deleted. This can’t be undone." })}`,
  exported: (count: number) =>
    msg`${plural(count, { one: "# memo exported", other: "# memos exported" })}`,
  stays: (count: number) =>
    msg`${plural(count, { one: "One memo was skipped because it was changed or deleted in the meantime.", other: "# memos were skipped because they were changed or deleted in the meantime." })}`,
});
