import { msg, select } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const historyStrings = sentences({
  title: msg`History`,
  close: msg`Close`,
  versions: msg`Versions`,
  none: msg`No earlier versions yet`,
  noneBody: msg`A version is saved when the text is replaced or merged, and every ten minutes while you write.`,
  failed: msg`Couldn’t load the versions.`,
  retry: msg`Try again`,
  /**
   * The edit that ended a version. The device, the author, both or neither may be known. A device is
   * set apart by a dot, because it can have any name, such as a token's ("a script").
   */
  reasons: {
    edit: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Edited · ${device}`,
        author: `Edited by ${author}`,
        both: `Edited by ${author} · ${device}`,
        other: "Edited",
      })}`,
    merge: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Before a merge · ${device}`,
        author: `Before a merge, by ${author}`,
        both: `Before a merge, by ${author} · ${device}`,
        other: "Before a merge",
      })}`,
    overwrite: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Replaced · ${device}`,
        author: `Replaced by ${author}`,
        both: `Replaced by ${author} · ${device}`,
        other: "Replaced",
      })}`,
    restore: (known: Known, device: string, author: string) =>
      msg`${select(known, {
        device: `Restored · ${device}`,
        author: `Restored by ${author}`,
        both: `Restored by ${author} · ${device}`,
        other: "Restored",
      })}`,
  },
  show: msg({ message: "View", context: "what of a version is shown" }),
  changes: msg`Compare with now`,
  text: msg`Full text`,
  unchanged: msg`This is the current text.`,
  nothing: msg`This version is empty.`,
  version: (moment: string) => msg`Version from ${moment}`,
  restore: msg`Restore`,
  copy: msg`Copy`,
});

export type Known = "device" | "author" | "both" | "neither";
