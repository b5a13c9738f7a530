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
  iconsHelp: msg`Views without an icon also show up in other memos apps.`,
  filter: msg`Filter`,
  filterPlaceholder: msg`All memos. Add a condition, or type a filter`,
  beginWith: msg`Start with`,
  addCondition: msg`Add a condition`,
  add: msg`Add`,
  all: msg`and`,
  any: msg`or`,
  joint: msg`Combine with`,
  condition: msg`Condition`,
  value: msg`Value`,
  days: msg`days`,
  save: msg`Save view`,
  cancel: msg`Cancel`,
  saved: (title: string) => msg`View “${title}” saved.`,
  needsName: msg`Enter a name for the view.`,
  counting: msg`Counting…`,
  count: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  many: (count: number) => msg`more than ${count} memos`,
  none: msg`No matching memos`,
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
  withPlace: msg`With a location`,
  public: msg({ message: "Public", context: "visibility" }),
});

export const conditionStrings = sentences({
  hasTag: msg`Has tag or subtag`,
  hasNoTag: msg`Has no tags`,
  contains: msg`Contains text`,
  containsNot: msg`Doesn’t contain text`,
  has: msg`Has`,
  isPinned: msg`Is pinned`,
  visibleTo: msg`Visible to`,
  writtenWithin: msg`Written within the last`,
  writtenBefore: msg`Written before`,
  editedWithin: msg`Edited within the last`,
});

/** Options of the `has` condition. */
export const hasStrings = sentences({
  open: msg`an open task`,
  task: msg`a task`,
  link: msg`a link`,
  code: msg`code`,
  place: msg`a location`,
});

/** Descriptions of filter fields in completions. */
export const fieldStrings = sentences({
  content: msg`memo text`,
  creator: msg`author`,
  created_ts: msg`date written`,
  updated_ts: msg`date edited`,
  pinned: msg`is pinned`,
  visibility: msg`visibility`,
  space: msg`space`,
  tags: msg`tags`,
  has_task_list: msg`has tasks`,
  has_link: msg`has a link`,
  has_code: msg`has code`,
  has_incomplete_tasks: msg`has open tasks`,
  has_location: msg`has a location`,
  tag: msg`tag and its subtags`,
  now: msg`current time`,
  findsText: msg`has this text, as in the search`,
  containsText: msg`contains exactly this text`,
  lastDays: msg`last 7 days`,
});
