import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** The confirmation before several memos become public. */
export const publicManyStrings = sentences({
  title: (count: number) =>
    msg`${plural(count, { one: "Make # memo public?", other: "Make # memos public?" })}`,
  body: msg`Anyone with your server’s address can read them without signing in.`,
  later: msg`You’re not connected to a server, so nobody else can read them yet. Once you connect, anyone with its address can, without signing in.`,
});
