import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const unsentStrings = sentences({
  tooLarge: (limit: string) => msg`Not sent: larger than the server’s limit of ${limit}`,
  purged: msg`Deleted on another device. Your text is only on this one.`,
  why: {
    "memo-too-large": msg`Not sent: the text or its edit history is larger than the server allows`,
    "memo-denied": msg`Not sent: you can no longer change this memo on the server`,
    "not-in-space": msg`Not sent: you’re no longer in that space`,
    other: msg`Not sent: the server doesn’t accept this memo`,
  },
  older: msg`The server has an older version.`,
  again: msg`Sending again…`,
  sendAgain: msg({ message: "Send again", context: "a memo to the server" }),
  keep: msg`Keep as a new memo`,
  copy: msg`Copy text`,
  throwAway: msg`Delete…`,
  throwAwaySure: msg`Delete permanently`,
  useServers: msg`Use the server’s version…`,
  useServersSure: msg`Replace what’s here`,
  mark: msg`Not sent`,
  markPurged: msg`Deleted on another device`,
});
