import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const keyboardStrings = sentences({
  sheetTitle: msg`Keyboard shortcuts`,
  close: msg`Close`,
});

export const shortcutTitles = sentences({
  anywhere: msg`Anywhere`,
  inList: msg`In the list of memos`,
  whileWriting: msg`While writing`,
});

/** What keys do. */
export const shortcutNames = sentences({
  newMemo: msg`New memo`,
  today: msg`Today’s memo`,
  search: msg`Search`,
  undo: msg`Undo the last action`,
  sync: msg`Sync now`,
  settings: msg`Settings`,
  sidebar: msg`Show or hide the sidebar`,
  sheet: msg`This sheet`,
  next: msg`Next memo`,
  previous: msg`Previous memo`,
  open: msg`Open on a page of its own`,
  edit: msg`Edit`,
  whole: msg`Show more or less of it`,
  pin: msg`Pin or unpin`,
  archive: msg`Archive or unarchive`,
  trash: msg`Move to trash`,
  toTimeline: msg`Go to the timeline`,
  toTasks: msg`Go to tasks`,
  toArchive: msg`Go to the archive`,
  toTrash: msg`Go to the trash`,
  toDate: msg`Go to a date`,
  leave: msg`Leave the list`,
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
});
