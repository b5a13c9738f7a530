import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is said of a memo's tags while they are changed. */
export const tagStrings = sentences({
  menuRow: msg`Tags…`,
  title: msg`Tags`,
  close: msg`Close`,
  none: msg`This memo has no tags yet.`,
  ofMemo: msg`Tags of this memo`,
  field: msg`Add a tag`,
  known: msg`Your tags`,
  newTag: (tag: string) => msg`New tag #${tag}`,
  remove: (tag: string) => msg`Remove #${tag}`,
  removeNext: (tag: string) => msg`Backspace once more removes #${tag}`,
  added: (tag: string) => msg`Tagged #${tag}`,
  removed: (tag: string) => msg`#${tag} removed`,
  present: (tag: string) => msg`#${tag} is on this memo already.`,
  reasons: {
    empty: msg`Type a tag first.`,
    blank: msg`A tag has no spaces in it. Put - or _ between words.`,
    slash: msg`In a tag, / stands between two names, as in boat/winter.`,
    long: msg`A tag has at most 100 characters.`,
  },
  wrongCharacter: (character: string) => msg`${character} cannot stand there in a tag.`,
});
