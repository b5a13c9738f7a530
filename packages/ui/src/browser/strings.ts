import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Sentences about the copy of the memos in a browser. */
export const browserStrings = sentences({
  onlyHere: (count: number) =>
    msg`${plural(count, {
      one: "# change is only in this browser.",
      other: "# changes are only in this browser.",
    })}`,
  onlyInTab: (count: number) =>
    msg`${plural(count, {
      one: "# change is only in this tab.",
      other: "# changes are only in this tab.",
    })}`,
  mayRemove: msg`This browser may remove its copy. Install Tidemark or stay connected.`,
  removed: msg`This browser removed its copy. It’s coming back from the server.`,
  inMemory: msg`Nothing is stored in this browser. Your memos come from the server each time.`,
  inMemoryOffline: msg`Keep this tab open. Your changes sync when you’re back online.`,
});
