import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is said where there is no memo, and the memo that shows how one is written. */
export const emptyStrings = sentences({
  titles: {
    timeline: msg`Nothing here yet`,
    tasks: msg`Nothing left to do`,
    explore: msg`Nobody shares anything yet`,
    archive: msg`Nothing archived`,
    trash: msg`Trash is empty`,
  },
  bodies: {
    timeline: msg`Your memos are kept on this device.`,
    tasks: msg`A line like “- [ ] Book the crane” in a memo is a task.`,
    explore: msg`Memos for signed-in users and public ones come here, yours too.`,
    archive: msg`Archive, in a memo’s menu, puts it here.`,
    trash: msg`Deleted memos stay here for 30 days.`,
  },
  noMatch: msg`No memo matches`,
  noTagMatches: (tag: string) => msg`“#${tag}” leaves nothing.`,
  viewGone: msg`This view is not there any more`,
  toTimeline: msg`To the timeline`,
  viewIsEmpty: msg`No memo is in this view`,
  viewIsEmptyBody: (title: string) => msg`What “${title}” asks for is true of none.`,
  editView: msg`Edit view`,
  clearFilters: msg`Clear filters`,
  example: msg`An example to try`,
  exampleTitle: msg`Walk along the shore`,
  exampleText: msg`Low water is at seven, and the path is dry **until nine**. #outside`,
  exampleDone: msg`Look up the tide`,
  exampleTask: msg`Tick this box`,
  exampleBread: msg`Take some bread along`,
  tagExplained: (tag: string) => msg`A click on ${tag} shows all memos with it.`,
  notStored: msg`It is stored nowhere until you keep it.`,
  keep: msg`Keep as a memo`,
});
