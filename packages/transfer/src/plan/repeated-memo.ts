import { type ImportNote, problem } from "../model.ts";

/** Says that a source has a memo that it had before. */
export function repeatedMemo(from: string): ImportNote {
  return problem(from, "repeated", "the source has this memo twice; the first one was used");
}
