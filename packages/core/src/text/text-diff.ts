import { diffLines, diffWordsWithSpace, type Change } from "diff";

/** Replaces `remove` UTF-16 units at `at` with `insert`. Positions are in the text before any edit. */
export interface TextEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const smallMiddle = 2_000;
const budgetMs = 50;

/**
 * The edits that turn `before` into `after`: disjoint, in order of position, none when the texts are
 * equal. Common ends are trimmed on code-point boundaries; a small middle is compared by words, a
 * large one by lines and then by words. Where that passes 50 ms, the middle is replaced whole.
 */
export function diffText(before: string, after: string): TextEdit[] {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, start);
  const middleBefore = before.slice(start, before.length - end);
  const middleAfter = after.slice(start, after.length - end);
  if (middleBefore === "" && middleAfter === "") return [];
  const whole = [{ at: start, remove: middleBefore.length, insert: middleAfter }];
  if (middleBefore === "" || middleAfter === "") return whole;
  if (middleBefore.length + middleAfter.length <= smallMiddle) {
    return wordEdits(middleBefore, middleAfter, start) ?? whole;
  }
  const lines = diffLines(middleBefore, middleAfter, { timeout: budgetMs });
  return lines === undefined
    ? whole
    : collectEdits(lines, start).flatMap((edit) => refine(edit, before));
}

function refine(edit: TextEdit, before: string): TextEdit[] {
  const removed = before.slice(edit.at, edit.at + edit.remove);
  if (removed === "" || edit.insert === "" || removed.length + edit.insert.length > smallMiddle) {
    return [edit];
  }
  return wordEdits(removed, edit.insert, edit.at) ?? [edit];
}

function wordEdits(before: string, after: string, offset: number): TextEdit[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout: budgetMs });
  return changes === undefined ? null : collectEdits(changes, offset);
}

function collectEdits(changes: readonly Change[], offset: number): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = offset;
  let open: { at: number; remove: number; insert: string } | null = null;
  for (const change of changes) {
    if (!change.added && !change.removed) {
      if (open !== null) edits.push(open);
      open = null;
      at += change.value.length;
      continue;
    }
    open ??= { at, remove: 0, insert: "" };
    if (change.added) open.insert += change.value;
    else {
      open.remove += change.value.length;
      at += change.value.length;
    }
  }
  if (open !== null) edits.push(open);
  return edits;
}

function commonPrefix(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let n = 0;
  while (n < limit && a.charCodeAt(n) === b.charCodeAt(n)) n += 1;
  return n > 0 && isHighSurrogate(a.charCodeAt(n - 1)) ? n - 1 : n;
}

function commonSuffix(a: string, b: string, start: number): number {
  const limit = Math.min(a.length, b.length) - start;
  let n = 0;
  while (n < limit && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n += 1;
  return n > 0 && isLowSurrogate(a.charCodeAt(a.length - n)) ? n - 1 : n;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
