import { commonPrefix, commonSuffix } from "./text-middle.ts";

/** The change of a text as one replaced part, in UTF-16 units. */
export interface ReplacedRange {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Returns the part of a text that differs from the next one. */
export function replacedRange(before: string, after: string): ReplacedRange {
  const at = commonPrefix(before, after);
  const end = commonSuffix(before, after, at);
  return { at, remove: before.length - end - at, insert: after.slice(at, after.length - end) };
}

/** Returns one change with the effect of two consecutive ones. `after`: the resulting text. */
export function joinRanges(
  first: ReplacedRange,
  second: ReplacedRange,
  after: string,
): ReplacedRange {
  const at = Math.min(first.at, second.at);
  const end = Math.max(first.at + first.insert.length, second.at + second.remove);
  return {
    at,
    remove: end - first.insert.length + first.remove - at,
    insert: after.slice(at, end - second.remove + second.insert.length),
  };
}

export function replaceRange(text: string, { at, remove, insert }: ReplacedRange): string {
  return text.slice(0, at) + insert + text.slice(at + remove);
}
