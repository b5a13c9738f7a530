import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";
import type { CommandId } from "../commands/commands.ts";

export const keyboardStrings = sentences({
  close: msg`Close`,
  noMemo: msg`There is no memo yet.`,
});

export const sectionTitles = sentences({
  anywhere: msg`Anywhere`,
  inList: msg`In the list of memos`,
  inTasks: msg`In the list of tasks`,
  inLibrary: msg`In the library`,
  inInbox: msg`In the inbox`,
  everyList: msg`In every list`,
  onPage: msg`On a memo’s page`,
  inPalette: msg`In the palette`,
  inPanel: msg`On a memo in the panel`,
  whileWriting: msg`While writing`,
});

/** The names of the commands, as the sheet of shortcuts has them. */
const names = {
  newMemo: msg`New memo`,
  today: msg`Today’s memo`,
  palette: msg`Go to a memo, tag or view`,
  commands: msg`Run a command`,
  search: msg`Search`,
  undo: msg`Undo the last action`,
  sync: msg`Sync now`,
  blurAll: msg`Blur all memos, or show them`,
  print: msg`Print`,
  settings: msg`Settings`,
  sidebar: msg`Show or hide the sidebar`,
  density: msg`Comfortable, compact, one line`,
  sheet: msg`This sheet`,
  next: msg`Next memo`,
  previous: msg`Previous memo`,
  beside: msg`Memo beside it, in columns`,
  open: msg`Open on a page of its own`,
  edit: msg`Edit`,
  random: msg`A random memo`,
  copyMarkdown: msg`Copy as Markdown`,
  savedViews: msg`Go to one of your views`,
  region: msg`Next part of the window`,
  regionBefore: msg`Previous part of the window`,
  panel: msg`Show or hide the side panel`,
  whole: msg`Show more or less of it`,
  pin: msg`Pin or unpin`,
  archive: msg`Archive or unarchive`,
  tags: msg`Tags`,
  share: msg`Share by a link`,
  trash: msg`Move to trash`,
  select: msg`Select, to act on several`,
  extend: msg`Select on to the next or previous`,
  selectAll: msg`Select all, once something is`,
  unselect: msg`Select nothing any more`,
  toTimeline: msg`Go to the timeline`,
  toTasks: msg`Go to tasks`,
  toLibrary: msg`Go to the library`,
  toExplore: msg`Go to Explore`,
  toInbox: msg`Go to the inbox`,
  toArchive: msg`Go to the archive`,
  toTrash: msg`Go to the trash`,
  toDate: msg`Go to a date`,
  year: msg`The year, day by day`,
  leave: msg`Leave the list`,
  nextNews: msg({ message: "Next message", context: "inbox" }),
  previousNews: msg({ message: "Previous message", context: "inbox" }),
  openNews: msg`Open what it is about`,
  markNews: msg`Mark as read or unread`,
  removeNews: msg({ message: "Remove", context: "inbox" }),
  nextTask: msg`Next task`,
  previousTask: msg`Previous task`,
  openTask: msg`Open the memo that it stands in`,
  editTask: msg`Edit that memo`,
  nextFile: msg`Next file`,
  previousFile: msg`Previous file`,
  fileBeside: msg`File beside it, in columns`,
  goThere: msg`Go there, or run it`,
  openInPanel: msg`Open a memo in the panel`,
  openEditor: msg`Open a memo to edit it`,
  narrow: msg`Narrow to the tag`,
  closePanel: msg`Close the panel`,
  newer: msg`Newer memo`,
  older: msg`Older memo`,
  comment: msg`Write a comment`,
  react: msg`Add reaction`,
  visibility: msg`Visibility`,
  linkMemo: msg`Link to a memo…`,
  copyAddress: msg`Copy link`,
  save: msg`Save, or be done`,
  leaveEditor: msg`Leave the editor`,
  focusMode: msg`Focus mode, or out of it`,
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
  switchTask: msg`Do a task, or open it again`,
  table: msg`Insert a table, or line one up`,
  openLink: msg`Open the link at the caret`,
  livePreview: msg`Live preview or source`,
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

/** As menus name those that the sheet names otherwise. */
const menuNames = sentences({
  print: msg`Print…`,
  toDate: msg`Go to a date…`,
  year: msg`Year…`,
  sheet: msg`Keyboard shortcuts`,
});

/** The name of a command in a menu. */
export function menuName(command: CommandId): string {
  return isNamedByMenus(command) ? menuNames[command] : commandNames[command];
}

function isNamedByMenus(command: CommandId): command is keyof typeof menuNames {
  return command in menuNames;
}
