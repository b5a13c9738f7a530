import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const keyboardStrings = sentences({
  sheetTitle: msg`Keyboard shortcuts`,
  close: msg`Close`,
});

export const shortcutTitles = sentences({
  anywhere: msg`Anywhere`,
  inList: msg`In the list of memos`,
  onPage: msg`On a memo’s page`,
  whileWriting: msg`While writing`,
});

/** What keys do. */
export const shortcutNames = sentences({
  newMemo: msg`New memo`,
  search: msg`Search`,
  undo: msg`Undo the last action`,
  sync: msg`Sync now`,
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
  newer: msg`Newer memo`,
  older: msg`Older memo`,
  comment: msg`Write a comment`,
  react: msg`Add reaction`,
  visibility: msg`Visibility`,
  linkMemo: msg`Link to a memo…`,
  copyAddress: msg`Copy link`,
  save: msg`Save, or be done`,
  leaveEditor: msg`Leave the editor`,
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
});
