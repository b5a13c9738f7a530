import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const signOutStrings = sentences({
  title: msg`Sign out of this browser?`,
  otherTitle: (name: string) => msg`Remove ${name}’s memos from this browser?`,
  body: (unsent: number) =>
    msg`${plural(unsent, {
      0: "",
      one: "# change is only in this browser and will be lost. ",
      other: "# changes are only in this browser and will be lost. ",
    })}Memos and drafts are deleted here. What’s on the server stays there.`,
  bodyInMemory: (unsent: number) =>
    msg`${plural(unsent, {
      0: "",
      one: "# change is only in this tab and will be lost. ",
      other: "# changes are only in this tab and will be lost. ",
    })}Nothing is stored in this browser. What’s on the server stays there.`,
  signOut: msg`Sign out`,
  remove: msg`Remove`,
});
