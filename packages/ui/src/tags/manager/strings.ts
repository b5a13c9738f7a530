import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Labels and messages of the dialog that changes tags in all memos. */
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
  blurAllHelpOnTouch: msg`On this device, until you turn it off.`,
  blurAllHelp: msg`On this device, until you turn it off. Shortcut: Ctrl+Shift+H.`,
  remove: msg`Remove from all memos…`,
  showMore: (count: number) => msg`Show ${count} more`,

  renameTitle: (tag: string) => msg`Rename #${tag}`,
  mergeTitle: (tag: string) => msg`Merge #${tag} into another tag`,
  removeTitle: (tag: string) => msg`Remove #${tag} from all memos`,
  colourTitle: (tag: string) => msg`Colour of #${tag}`,
  colourHelp: msg`Subtags use this colour unless they have their own.`,
  newName: msg`New name`,
  intoTag: msg`Merge into`,
  notATag: msg`Tags can’t contain spaces. Use / for subtags.`,
  sameTag: msg`That’s the same tag.`,
  changes: (count: number) =>
    msg`${plural(count, { one: "# memo will change", other: "# memos will change" })}`,
  withUnder: (from: string, to: string) => msg`Subtags change too: #${from}/… becomes #${to}/…`,
  removeUnder: msg`Subtags are removed too. Within a sentence, only the # is removed.`,
  alone: (from: string) => msg`Only #${from} changes, not its subtags.`,
  merges: (tag: string, count: number) =>
    msg`${plural(count, {
      one: `${tag} already exists on # memo. The two tags will be merged.`,
      other: `${tag} already exists on # memos. The two tags will be merged.`,
    })}`,
  others: (count: number) =>
    msg`${plural(count, {
      one: "# memo by someone else won’t change.",
      other: "# memos by others won’t change.",
    })}`,
  first: msg`Examples`,
  cancel: msg`Cancel`,
  doRename: msg`Rename`,
  doMerge: msg`Merge`,
  doRemove: msg`Remove`,

  renaming: (from: string, to: string) => msg`Renaming #${from} to #${to}`,
  removing: (from: string) => msg`Removing #${from}`,
  takingBack: msg`Undoing`,
  progress: (done: number, total: number) => msg`${done} of ${total}`,
  stop: msg`Stop`,
  goOn: msg`Resume`,
  stopped: (done: number, total: number) => msg`Stopped after ${done} of ${total} memos.`,
  undo: msg`Undo`,
  // A literal `#` in a plural is the number: these tags are passed with theirs.
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
      one: "# memo couldn’t be changed and keeps the tag.",
      other: "# memos couldn’t be changed and keep the tag.",
    })}`,
  undone: (count: number) =>
    msg`${plural(count, { one: "Undone in # memo", other: "Undone in # memos" })}`,
  late: (from: string, count: number) =>
    msg`${plural(count, {
      one: `# memo with ${from} was added after you renamed it.`,
      other: `# memos with ${from} were added after you renamed it.`,
    })}`,
  renameToo: (to: string) => msg`Rename to #${to} too`,
  keep: msg`Leave as is`,
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
