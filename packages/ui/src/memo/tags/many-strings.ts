import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is said of the tags of several memos. */
export const manyTagStrings = sentences({
  title: (count: number) =>
    msg`${plural(count, { one: "Tags of # memo", other: "Tags of # memos" })}`,
  none: msg`These memos have no tags yet.`,
  ofMemos: msg`Tags of these memos`,
  /** Of a tag that some of them have. */
  some: (count: number, of: number) => msg`${count} of ${of}`,
  addToAll: (tag: string) => msg`Add #${tag} to all of them`,
  /** The tag with its `#`, which in a plural would be the number. */
  added: (hash: string, count: number) =>
    msg`${plural(count, { one: `# memo tagged ${hash}`, other: `# memos tagged ${hash}` })}`,
  removed: (hash: string, count: number) =>
    msg`${plural(count, { one: `${hash} removed from # memo`, other: `${hash} removed from # memos` })}`,
});
