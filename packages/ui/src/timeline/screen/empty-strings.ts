import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Empty states, and the example memo. */
export const emptyStrings = sentences({
  titles: {
    timeline: msg`Nothing here yet`,
    tasks: msg`Nothing left to do`,
    explore: msg`Nothing shared yet`,
    archive: msg`Nothing archived`,
    trash: msg`Trash is empty`,
  },
  bodies: {
    timeline: msg`Your memos are stored on this device.`,
    tasks: msg`A line like “- [ ] Book the crane” in a memo is a task.`,
    explore: msg`Public memos and memos for signed-in users appear here, including yours.`,
    archive: msg`To archive a memo, use its menu.`,
    trash: msg`Deleted memos stay here for 30 days.`,
  },
  arriving: msg`Your memos are on their way`,
  arrivingBody: msg`They appear here as they arrive from the server.`,
  noMatch: msg`No matching memos`,
  noTagMatches: (tag: string) => msg`No memos with #${tag}.`,
  viewGone: msg`This view no longer exists`,
  toTimeline: msg`Go to the timeline`,
  viewIsEmpty: msg`No memos in this view`,
  viewIsEmptyBody: (title: string) => msg`No memos match “${title}”.`,
  editView: msg`Edit view`,
  clearFilters: msg`Clear filters`,
  example: msg`Try this one`,
  exampleTitle: msg`Walk along the shore`,
  exampleText: msg`Low water is at seven, and the path is dry **until nine**. #outside`,
  exampleDone: msg`Look up the tide`,
  exampleTask: msg`Check this box`,
  exampleBread: msg`Bring a snack`,
  tagTapped: (tag: string) => msg`Tap ${tag} to see its memos.`,
  tagExplained: (tag: string) => msg`Click ${tag} to see its memos.`,
  notStored: msg`Not saved yet.`,
  keep: msg`Save as memo`,
});
