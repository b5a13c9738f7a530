import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Errors of filters; in English the parser's message is shown instead. */
export const filterProblemStrings = sentences({
  at: (column: number, problem: string) => msg`Character ${column}: ${problem}`,
  unknownField: (name: string) => msg`Unknown field ${name}.`,
  unknownFunction: (name: string) => msg`Unknown function ${name}.`,
  kinds: {
    empty: msg`The filter is empty.`,
    syntax: msg`The filter is incomplete, or something is misplaced.`,
    limit: msg`The filter is too long or too complex.`,
    type: msg`These values can’t be used together.`,
    regex: msg`The pattern isn’t valid.`,
    duration: msg`This isn’t a duration.`,
    timestamp: msg`This isn’t a time.`,
    eval: msg`This can’t be computed.`,
    unsupported: msg`Filters don’t support this.`,
  },
  instead: (code: string) => msg`Use ${code} instead.`,
});
