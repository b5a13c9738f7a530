import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const caretStrings = sentences({
  otherWindow: msg`Another window`,
  typing: (count: number, names: string) =>
    msg`${plural(count, { one: `${names} is typing`, other: `${names} are typing` })}`,
});
