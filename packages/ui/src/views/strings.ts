import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const viewStrings = sentences({
  newView: msg`New view`,
  editView: msg`Edit view`,
  close: msg`Close`,
  name: msg`Name`,
  icon: msg`Icon`,
  chooseIcon: msg`Choose an icon`,
  noIcon: msg`No icon`,
  findIcon: msg`Find an icon`,
  emoji: msg`Emoji`,
  iconsHelp: msg`A view without an icon is a shortcut for other apps too.`,
  filter: msg`Filter`,
  filterPlaceholder: msg`Everything; add a condition, or write CEL`,
  beginWith: msg`Begin with`,
  addCondition: msg`Add a condition`,
  add: msg`Add`,
  all: msg`and`,
  any: msg`or`,
  joint: msg`How it is joined to what stands there`,
  condition: msg`Condition`,
  value: msg`Value`,
  days: msg`days`,
  save: msg`Save view`,
  cancel: msg`Cancel`,
  saved: (title: string) => msg`View “${title}” saved.`,
  needsName: msg`A view needs a name.`,
  counting: msg`Counting…`,
  count: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  many: (count: number) => msg`more than ${count} memos`,
  none: msg`No memo is like that.`,
  at: (column: number, problem: string) => msg`Character ${column}: ${problem}`,
  edit: msg`Edit…`,
  moveUp: msg`Move up`,
  moveDown: msg`Move down`,
  remove: msg`Remove`,
  movedTo: (title: string, place: number, of: number) => msg`${title}: ${place} of ${of}`,
});

export const templateStrings = sentences({
  untagged: msg`Without a tag`,
  openTasks: msg`Open tasks`,
  thisWeek: msg`This week`,
  withPlace: msg`With a place`,
  public: msg({ message: "Public", context: "visibility" }),
});

export const conditionStrings = sentences({
  hasTag: msg`Has the tag, or one under it`,
  hasNoTag: msg`Has no tag`,
  contains: msg`Contains the text`,
  containsNot: msg`Does not contain the text`,
  has: msg`Has`,
  isPinned: msg`Is pinned`,
  visibleTo: msg`Can be read by`,
  writtenWithin: msg`Written within the last`,
  writtenBefore: msg`Written before`,
  editedWithin: msg`Changed within the last`,
});

/** What is chosen from of `has`. */
export const hasStrings = sentences({
  open: msg`an open task`,
  task: msg`a task`,
  link: msg`a link`,
  code: msg`code`,
  place: msg`a place`,
});

/** What the fields of a filter hold, for the list that completes them. */
export const fieldStrings = sentences({
  content: msg`the text`,
  creator: msg`who wrote it`,
  created_ts: msg`when it was written`,
  updated_ts: msg`when it was changed`,
  pinned: msg`whether it is pinned`,
  visibility: msg`who may read it`,
  space: msg`its space`,
  tags: msg`its tags`,
  has_task_list: msg`has tasks`,
  has_link: msg`has a link`,
  has_code: msg`has code`,
  has_incomplete_tasks: msg`has open tasks`,
  has_location: msg`has a place`,
  tag: msg`the tag and all under it`,
  now: msg`this moment`,
  containsText: msg`the text is in it`,
  lastDays: msg`the last seven days`,
});
