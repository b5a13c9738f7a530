import type { TextEdit } from "./text-edit.ts";
import { Tokens } from "./tokens.ts";

/** Longest way in UTF-16 units that an edit is moved. */
const farthest = 1_000;
/** Length of the text beside a place in which tokens are found: a line may have any length. */
const reach = farthest + 200;

/** Text that an edit inserts or removes, where it stands, and how far it may move to the left and right. */
interface Run {
  readonly text: string;
  readonly start: number;
  readonly length: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Moves insertions and removals to whole lines, or else out of tokens, where the same text results. So
 * `12 swim\n2026-11-` within `2026-11-10` becomes `2026-11-12 swim\n` before it. Edits stay disjoint and in
 * order.
 */
export function outOfTokens(
  before: string,
  after: string,
  edits: readonly TextEdit[],
): readonly TextEdit[] {
  const moved: TextEdit[] = [];
  /** Difference between a position in `after` and in `before`, ahead of the current edit. */
  let shift = 0;
  for (const [i, edit] of edits.entries()) {
    const { at, remove, insert } = edit;
    const last = moved.at(-1);
    // A common letter stays on either side, or the edit would become part of its neighbour.
    const least = (last === undefined ? 0 : last.at + last.remove + 1) - at;
    const most = (edits[i + 1]?.at ?? before.length + 1) - 1 - remove - at;
    const inserted = { text: after, start: at + shift, length: insert.length, least, most };
    const removed = { text: before, start: at, length: remove, least, most };
    const places = [
      betweenTokens(before, at),
      betweenTokens(before, at + remove),
      betweenTokens(after, at + shift),
      betweenTokens(after, at + shift + insert.length),
    ];
    const isBetween = (by: number): boolean => places.every((isFree) => isFree(by));
    if (remove === 0) {
      const by = wayOut(inserted, isBetween);
      const start = inserted.start + by;
      moved.push({ at: at + by, remove, insert: after.slice(start, start + insert.length) });
    } else {
      moved.push(insert === "" ? { ...edit, at: at + wayOut(removed, isBetween) } : edit);
    }
    shift += insert.length - remove;
  }
  return moved;
}

/** Returns a function that says whether a place, moved by some units, is between tokens. */
function betweenTokens(text: string, place: number): (by: number) => boolean {
  const start = Math.max(0, place - reach);
  let tokens: Tokens | undefined;
  return (by) => {
    tokens ??= new Tokens(text.slice(start, place + reach));
    return tokens.around(place - start + by) === null;
  };
}

/** Returns the way to the nearest place where a run is whole lines, else between tokens; 0 if there is none. */
function wayOut(run: Run, isBetween: (by: number) => boolean): number {
  const { text, start, length } = run;
  const ways = [0, ...waysOf(run, -1), ...waysOf(run, 1)];
  if (ways.length === 1) return 0;
  const isWhole = (by: number): boolean =>
    text[start + by + length - 1] === "\n" && (text[start + by - 1] ?? "\n") === "\n";
  // Within a surrogate pair.
  const isCut = (at: number): boolean => (text.codePointAt(at - 1) ?? 0) > 0xffff;
  const isFree = (by: number): boolean =>
    isBetween(by) && !isCut(start + by) && !isCut(start + by + length);
  return ways.find(isWhole) ?? ways.find(isFree) ?? 0;
}

/** Yields the ways in one direction that a run can move without another text as the result. */
function* waysOf({ text, start, length, least, most }: Run, step: -1 | 1): Generator<number> {
  const [from, to] = [Math.max(least, -farthest), Math.min(most, farthest)];
  for (let by: number = step; by >= from && by <= to; by += step) {
    // The letter that leaves the run at one end comes in at the other.
    const crossed = start + by - (step === 1 ? 1 : 0);
    if (text[crossed] !== text[crossed + length]) return;
    yield by;
  }
}
