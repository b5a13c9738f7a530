import { type ImportNote, problem } from "../model.ts";

/** Returns a note that a source contains a memo twice. */
export function repeatedMemo(from: string): ImportNote {
  return problem(from, "repeated", "the source has this memo twice; the first one was used");
}
