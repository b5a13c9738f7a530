import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";
import type { CommandId } from "../commands/commands.ts";

export const keyboardStrings = sentences({
  close: msg`Close`,
  noMemo: msg`No memos yet.`,
});

export const sectionTitles = sentences({
  anywhere: msg`Anywhere`,
  inList: msg`In the memo list`,
  inTasks: msg`In the task list`,
  inLibrary: msg`In the library`,
  inInbox: msg`In the inbox`,
  everyList: msg`In any list`,
  onPage: msg`On a memo page`,
  inPalette: msg`In the palette`,
  inPanel: msg`In the side panel`,
  whileWriting: msg`While writing`,
});

/** Command names in the list of shortcuts. */
const names = {
  newMemo: msg`New memo`,
  today: msg`Today’s memo`,
  palette: msg`Go to a memo, tag or view`,
  commands: msg`Run a command`,
  search: msg`Search`,
  undo: msg`Undo the last action`,
  sync: msg`Sync now`,
  blurAll: msg`Blur or unblur all memos`,
  print: msg`Print`,
  settings: msg`Settings`,
  sidebar: msg`Show or hide the sidebar`,
  density: msg`Comfortable, compact or one-line view`,
  sheet: msg`Show shortcuts`,
  next: msg`Next memo`,
  previous: msg`Previous memo`,
  beside: msg`Move between columns`,
  open: msg`Open full page`,
  edit: msg`Edit`,
  random: msg`A random memo`,
  copyMarkdown: msg`Copy as Markdown`,
  savedViews: msg`Go to a view`,
  region: msg`Next pane`,
  regionBefore: msg`Previous pane`,
  panel: msg`Show or hide the side panel`,
  whole: msg`Show more or less`,
  pin: msg`Pin or unpin`,
  archive: msg`Archive or unarchive`,
  tags: msg`Tags`,
  share: msg`Share link`,
  trash: msg`Move to trash`,
  select: msg`Select memo`,
  extend: msg`Extend selection`,
  selectAll: msg`Select all`,
  unselect: msg`Clear selection`,
  toTimeline: msg`Go to the timeline`,
  toTasks: msg`Go to tasks`,
  toLibrary: msg`Go to the library`,
  toExplore: msg`Go to Explore`,
  toInbox: msg`Go to the inbox`,
  toArchive: msg`Go to the archive`,
  toTrash: msg`Go to the trash`,
  toDate: msg`Go to a date`,
  year: msg`Show the year`,
  leave: msg`Leave the list`,
  nextNews: msg({ message: "Next message", context: "inbox" }),
  previousNews: msg({ message: "Previous message", context: "inbox" }),
  openNews: msg`Open memo`,
  markNews: msg`Mark as read or unread`,
  removeNews: msg({ message: "Remove", context: "inbox" }),
  nextTask: msg`Next task`,
  previousTask: msg`Previous task`,
  openTask: msg`Open its memo`,
  editTask: msg`Edit its memo`,
  nextFile: msg`Next file`,
  previousFile: msg`Previous file`,
  fileBeside: msg`Move between columns`,
  goThere: msg`Open or run`,
  openInPanel: msg`Open memo in side panel`,
  openEditor: msg`Edit memo`,
  narrow: msg`Narrow to tag`,
  closePanel: msg`Close panel`,
  newer: msg`Newer memo`,
  older: msg`Older memo`,
  comment: msg`Write a comment`,
  react: msg`Add reaction`,
  visibility: msg`Visibility`,
  linkMemo: msg`Link to a memo…`,
  copyAddress: msg`Copy link`,
  save: msg`Save`,
  leaveEditor: msg`Leave the editor`,
  focusMode: msg`Toggle focus mode`,
  bold: msg`Bold`,
  italic: msg`Italic`,
  strike: msg`Strikethrough`,
  code: msg`Code`,
  link: msg`Link`,
  heading: msg`Heading`,
  numbers: msg`Numbered list`,
  bullets: msg`Bulleted list`,
  task: msg`Task`,
  quote: msg`Quote`,
  switchTask: msg`Check or uncheck a task`,
  table: msg`Insert or align table`,
  openLink: msg`Open link at cursor`,
  livePreview: msg`Toggle live preview`,
  insert: msg`Insert a block`,
  memoLink: msg`Link to a memo`,
  emoji: msg`Emoji`,
  pastePlain: msg`Paste as plain text`,
  syncDetails: msg`Sync details`,
  connect: msg`Connect a server…`,
  import: msg`Import…`,
  exportAll: msg`Export all…`,
  performance: msg`Performance report`,
} as const satisfies Readonly<Record<CommandId, MessageDescriptor>>;

export const commandNames = sentences(names);

/** Menu names that differ from the list of shortcuts. */
const menuNames = sentences({
  print: msg`Print…`,
  toDate: msg`Go to a date…`,
  year: msg`Year…`,
  sheet: msg`Keyboard shortcuts`,
});

/** Returns the name of a command in a menu. */
export function menuName(command: CommandId): string {
  return isNamedByMenus(command) ? menuNames[command] : commandNames[command];
}

function isNamedByMenus(command: CommandId): command is keyof typeof menuNames {
  return command in menuNames;
}
