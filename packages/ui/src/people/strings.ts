import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const peopleStrings = sentences({
  /** Precedes a name, for screen readers. */
  by: msg({ message: "By", comment: "Read out before the name of a memo's author" }),
  you: msg`You`,
  memosOf: (name: string) => msg`Memos ${name} shares with everyone`,
});
