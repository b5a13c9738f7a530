import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** What is asked before all the world may read several memos. */
export const publicManyStrings = sentences({
  title: (count: number) =>
    msg`${plural(count, { one: "Make # memo public?", other: "Make # memos public?" })}`,
  body: msg`Anybody who has the address of your server can read them, without signing in.`,
  later: msg`You have no server, so nobody else can read them yet. Once you connect one, anybody who has its address can, without signing in.`,
});
