import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Labels and messages for editing a memo's tags. */
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
  removeNext: (tag: string) => msg`Press Backspace again to remove #${tag}`,
  added: (tag: string) => msg`Tagged #${tag}`,
  removed: (tag: string) => msg`#${tag} removed`,
  present: (tag: string) => msg`This memo already has #${tag}.`,
  reasons: {
    empty: msg`Type a tag first.`,
    blank: msg`Tags can’t contain spaces. Use - or _ instead.`,
    slash: msg`Use / between two names, as in boat/winter.`,
    long: msg`Tags can have up to 100 characters.`,
  },
  wrongCharacter: (character: string) => msg`Tags can’t contain ${character}.`,
});
