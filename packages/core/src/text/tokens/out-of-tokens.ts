import type { TextEdit } from "./text-edit.ts";
import { Tokens } from "./tokens.ts";

/** Longest way in UTF-16 units that an edit is moved. */
const farthest = 1_000;

/**
 * Moves insertions and removals that cut a token to a place between tokens, where the same text results. So
 * `12 swim\n2026-11-` within `2026-11-10` becomes `2026-11-12 swim\n` before it. Edits stay disjoint and in
 * order.
 */
export function outOfTokens(
  before: string,
  after: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const tokens = { before: new Tokens(before), after: new Tokens(after) };
  const moved: TextEdit[] = [];
  /** Difference between a position in the texts after and before the edits so far. */
  let shift = 0;
  for (const [i, edit] of edits.entries()) {
    const { at, remove, insert } = edit;
    const last = moved.at(-1);
    // A common letter stays on either side, or the edit would become part of its neighbour.
    const first = last === undefined ? 0 : last.at + last.remove + 1;
    const limit = (edits[i + 1]?.at ?? before.length + 1) - remove - 1;
    const isInsertion = remove === 0;
    const text = isInsertion ? after : before;
    const start = isInsertion ? at + shift : at;
    const { length } = isInsertion ? insert : { length: remove };
    const isBetween = (by: number): boolean =>
      tokens.before.around(at + by) === null &&
      tokens.after.around(at + shift + by) === null &&
      (isInsertion ? tokens.after : tokens.before).around(start + by + length) === null &&
      !isInPair(text, start + by) &&
      !isInPair(text, start + by + length);
    const isWholeLines = (by: number): boolean =>
      text[start + by + length - 1] === "\n" && (text[start + by - 1] ?? "\n") === "\n";
    const by = isInsertion || insert === "" ? wayOut() : 0;
    moved.push(
      by === 0 || !isInsertion
        ? { at: at + by, remove, insert }
        : { at: at + by, remove, insert: after.slice(start + by, start + by + length) },
    );
    shift += insert.length - remove;

    /** Returns the way to the nearest place that makes it whole lines, else between tokens; 0 if there is none. */
    function wayOut(): number {
      let between = isBetween(0) ? 0 : null;
      for (const way of [-1, 1]) {
        for (let by = 0; Math.abs(by) <= farthest; by += way) {
          if (isWholeLines(by)) return by;
          if (between === null && isBetween(by)) between = by;
          const crossed = start + by + Math.min(way, 0);
          if (at + by + way < first || at + by + way > limit) break;
          if (text[crossed] !== text[crossed + length]) break;
        }
      }
      return between ?? 0;
    }
  }
  return moved;
}

function isInPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}
