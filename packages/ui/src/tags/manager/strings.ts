import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is said where tags are changed in every memo. */
export const managerStrings = sentences({
  title: msg`Manage tags`,
  close: msg`Close`,
  back: msg`Back to all tags`,
  list: msg`All tags`,
  actionsOf: (tag: string) => msg`Actions for #${tag}`,
  rename: msg`Rename…`,
  merge: msg`Merge into…`,
  colour: msg`Colour…`,
  blur: msg`Blur`,
  blurOf: (tag: string) => msg`Blur memos with #${tag}`,
  blurAll: msg`Blur all memos`,
  blurAllHelp: msg`On this device, until you switch it off. Ctrl+Shift+H does the same.`,
  remove: msg`Remove from all memos…`,
  showMore: (count: number) => msg`Show ${count} more`,

  renameTitle: (tag: string) => msg`Rename #${tag}`,
  mergeTitle: (tag: string) => msg`Merge #${tag} into another tag`,
  removeTitle: (tag: string) => msg`Remove #${tag} from all memos`,
  colourTitle: (tag: string) => msg`Colour of #${tag}`,
  colourHelp: msg`Tags under it have the same colour unless they have one of their own.`,
  newName: msg`New name`,
  intoTag: msg`Tag to merge into`,
  notATag: msg`This is no tag. A tag has no spaces, and / stands between two names.`,
  sameTag: msg`This is the same tag.`,
  changes: (count: number) =>
    msg`${plural(count, { one: "# memo changes", other: "# memos change" })}`,
  withUnder: (from: string, to: string) => msg`Tags under it go along: #${from}/… becomes #${to}/…`,
  removeUnder: msg`Tags under it are removed too. In a sentence the word stays and loses its #.`,
  alone: (from: string) => msg`Only #${from} itself; what is under it stays where it is.`,
  merges: (tag: string, count: number) =>
    msg`${plural(count, {
      one: `${tag} exists already, on # memo: the two become one.`,
      other: `${tag} exists already, on # memos: the two become one.`,
    })}`,
  others: (count: number) =>
    msg`${plural(count, {
      one: "# memo of others stays as it is.",
      other: "# memos of others stay as they are.",
    })}`,
  first: msg`For example`,
  cancel: msg`Cancel`,
  doRename: msg`Rename`,
  doMerge: msg`Merge`,
  doRemove: msg`Remove`,

  renaming: (from: string, to: string) => msg`Renaming #${from} to #${to}`,
  removing: (from: string) => msg`Removing #${from}`,
  takingBack: msg`Taking it back`,
  progress: (done: number, total: number) => msg`${done} of ${total}`,
  stop: msg`Stop`,
  goOn: msg`Go on`,
  stopped: (done: number, total: number) => msg`Stopped after ${done} of ${total} memos.`,
  undo: msg`Undo`,
  // Where a count is said, `#` stands for it: these tags come with theirs.
  renamed: (from: string, to: string, count: number) =>
    msg`${plural(count, {
      one: `${from} is now ${to} in # memo`,
      other: `${from} is now ${to} in # memos`,
    })}`,
  removed: (from: string, count: number) =>
    msg`${plural(count, {
      one: `${from} removed from # memo`,
      other: `${from} removed from # memos`,
    })}`,
  left: (count: number) =>
    msg`${plural(count, {
      one: "# memo could not be changed and keeps the tag.",
      other: "# memos could not be changed and keep the tag.",
    })}`,
  undone: (count: number) =>
    msg`${plural(count, { one: "Taken back in # memo", other: "Taken back in # memos" })}`,
  late: (from: string, count: number) =>
    msg`${plural(count, {
      one: `# memo came with ${from} since you renamed it.`,
      other: `# memos came with ${from} since you renamed it.`,
    })}`,
  renameToo: (to: string) => msg`Rename to #${to} too`,
  keep: msg`Leave as it is`,
  colours: {
    none: msg`None`,
    red: msg`Red`,
    amber: msg`Amber`,
    green: msg`Green`,
    teal: msg`Teal`,
    blue: msg`Blue`,
    violet: msg`Violet`,
    pink: msg`Pink`,
    grey: msg`Grey`,
  },
});
