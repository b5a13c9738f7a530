import { err, ok, type Result } from "@tidemark/core";
import type { ConfigStop } from "./options.ts";

/** What the program does, by the first word of its arguments. */
const verbs = ["serve", "check", "new-epoch", "move", "backup", "restore"] as const;
export type Verb = (typeof verbs)[number];

export const verbsInWords = verbs.join(", ");

/** Splits the verb, `serve` when none is given, from what it is asked with. */
export function readVerb(
  args: readonly string[],
): Result<{ readonly verb: Verb; readonly rest: readonly string[] }, ConfigStop> {
  const [first] = args;
  if (first === undefined || first.startsWith("-")) return ok({ verb: "serve", rest: args });
  const verb = verbs.find((known) => known === first);
  if (verb !== undefined) return ok({ verb, rest: args.slice(1) });
  // An address in the wrong place may have a password in it.
  const named = /^[\w-]+$/.test(first) ? `'${first}'` : "such command";
  return err({ type: "refused", message: `there is no ${named}, but ${verbsInWords}` });
}
