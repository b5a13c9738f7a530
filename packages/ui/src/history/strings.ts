import { msg, select } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const historyStrings = sentences({
  title: msg`History`,
  close: msg`Close`,
  versions: msg`Versions`,
  none: msg`No earlier versions yet`,
  noneBody: msg`A version is kept when the text is replaced or merged, and for every ten minutes of writing.`,
  failed: msg`The versions could not be read.`,
  retry: msg`Try again`,
  /**
   * Why a version was kept: known of it may be the device, who wrote, both, or neither. A device stands
   * apart from the sentence: it may have any name, as that of a token, such as "a script".
   */
  reasons: {
    edit: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Before it was edited · ${device}`,
        author: `Before it was edited by ${author}`,
        both: `Before it was edited by ${author} · ${device}`,
        other: "Before it was edited",
      })}`,
    merge: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Before a merge · ${device}`,
        author: `Before a merge on another device by ${author}`,
        both: `Before a merge by ${author} · ${device}`,
        other: "Before a merge on another device",
      })}`,
    overwrite: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Before it was replaced · ${device}`,
        author: `Before it was replaced by ${author}`,
        both: `Before it was replaced by ${author} · ${device}`,
        other: "Before it was replaced",
      })}`,
    restore: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Before an older version came back · ${device}`,
        author: `Before an older version came back by ${author}`,
        both: `Before an older version came back by ${author} · ${device}`,
        other: "Before an older version came back",
      })}`,
  },
  show: msg`What is shown`,
  changes: msg`Changes since`,
  text: msg`Whole text`,
  unchanged: msg`This is the text as it is now.`,
  nothing: msg`This version is empty.`,
  version: (moment: string) => msg`Version of ${moment}`,
  restore: msg`Restore`,
  copy: msg`Copy`,
});

export type Known = "device" | "author" | "both" | "neither";
