import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What is said of the memos that are selected, and of what is done to all of them. */
export const selectStrings = sentences({
  bar: msg`Selected memos`,
  selected: (count: number) => msg`${plural(count, { one: "# selected", other: "# selected" })}`,
  none: msg`Nothing is selected any more`,
  clear: msg`Select nothing`,
  tags: msg`Tag…`,
  export: msg`Export`,
  trashShort: msg({ message: "Trash", context: "verb" }),
  notYours: (count: number) =>
    msg`${plural(count, { one: "one is not yours", other: "# are not yours" })}`,
  comments: (count: number) =>
    msg`${plural(count, { one: "one is a comment", other: "# are comments" })}`,
  failed: (count: number) =>
    msg`${plural(count, { one: "one could not be changed", other: "# could not be changed" })}`,
  /** After what was done; `why` is one of the three above, or more of them. */
  partly: (said: string, done: number, all: number, why: string) =>
    msg`${said} · ${done} of ${all}: ${why}`,
  nothing: (why: string) => msg`Nothing was changed: ${why}`,
  same: msg`There was nothing to change.`,
  pinned: (count: number) =>
    msg`${plural(count, { one: "# memo pinned", other: "# memos pinned" })}`,
  unpinned: (count: number) =>
    msg`${plural(count, { one: "# memo unpinned", other: "# memos unpinned" })}`,
  archived: (count: number) =>
    msg`${plural(count, { one: "# memo archived", other: "# memos archived" })}`,
  unarchived: (count: number) =>
    msg`${plural(count, { one: "# memo moved back to the timeline", other: "# memos moved back to the timeline" })}`,
  trashed: (count: number) =>
    msg`${plural(count, { one: "# memo moved to trash", other: "# memos moved to trash" })}`,
  restored: (count: number) =>
    msg`${plural(count, { one: "# memo restored", other: "# memos restored" })}`,
  visibility: (count: number, label: string) =>
    msg`${plural(count, { one: `# memo: ${label}`, other: `# memos: ${label}` })}`,
  purgeBody: (count: number) =>
    msg`${plural(count, { one: "# memo is removed with its history. This cannot be undone.", other: "# memos are removed with their history. This cannot be undone." })}`,
  exported: (count: number) =>
    msg`${plural(count, { one: "# memo exported", other: "# memos exported" })}`,
  stays: (count: number) =>
    msg`${plural(count, { one: "One memo was changed or removed meanwhile, and stays as it is.", other: "# memos were changed or removed meanwhile, and stay as they are." })}`,
});
