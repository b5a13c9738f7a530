import { err, ok, type Result } from "@tidemark/core";
import type { ConfigStop } from "./options.ts";

/** Commands, the first word of the arguments. */
const verbs = [
  "serve",
  "check",
  "new-epoch",
  "move",
  "backup",
  "restore",
  "user",
  "token",
  "setting",
  "state",
  "doctor",
  "healthcheck",
  "config",
] as const;
export type Verb = (typeof verbs)[number];

export const verbsInWords = verbs.join(", ");

/** Splits the command, `serve` by default, from its arguments. */
export function readVerb(
  args: readonly string[],
): Result<{ readonly verb: Verb; readonly rest: readonly string[] }, ConfigStop> {
  const [first] = args;
  if (first === undefined || first.startsWith("-")) return ok({ verb: "serve", rest: args });
  const verb = verbs.find((known) => known === first);
  if (verb !== undefined) return ok({ verb, rest: args.slice(1) });
  // A misplaced address may contain a password.
  const named = /^[\w-]+$/.test(first) ? `'${first}'` : "such command";
  return err({ type: "refused", message: `there is no ${named}, but ${verbsInWords}` });
}
