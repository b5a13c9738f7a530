import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Labels and messages for editing the tags of several memos. */
export const manyTagStrings = sentences({
  title: (count: number) =>
    msg`${plural(count, { one: "Tags of # memo", other: "Tags of # memos" })}`,
  none: msg`These memos have no tags yet.`,
  ofMemos: msg`Tags of these memos`,
  /** The number of memos with a tag that not all of them have. */
  some: (count: number, of: number) => msg`${count} of ${of}`,
  addToAll: (tag: string) => msg`Add #${tag} to all`,
  /** `hash` includes the `#`, because a literal `#` in a plural is the number. */
  added: (hash: string, count: number) =>
    msg`${plural(count, { one: `# memo tagged ${hash}`, other: `# memos tagged ${hash}` })}`,
  removed: (hash: string, count: number) =>
    msg`${plural(count, { one: `${hash} removed from # memo`, other: `${hash} removed from # memos` })}`,
});
