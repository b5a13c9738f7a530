import * as Y from "yjs";
import { applyCounted, maxReadSteps, openCounted } from "../merge-work.ts";
import type { MemoText } from "../memo-text.ts";
import { firstEndingAfter, type Run } from "../runs.ts";
import { documentState, textName } from "../text-document.ts";
import { addMergeWork } from "../work-done.ts";

/** Letters in sequence, or the number of deleted ones, of which a document no longer has the text. */
type Piece = string | number;

/**
 * Text that two documents have in common, as far as they still have it, in order. It is null if one of them
 * contains the other: then nothing has to be merged.
 */
export type CommonPast = readonly Piece[] | null;

interface TextRun extends Run {
  readonly client: number;
  /** Null if deleted. */
  readonly letters: string | null;
}

/** Compares two documents of one history. Throws if one takes too much work to read. */
export function commonPast(one: MemoText, other: MemoText): CommonPast {
  const ours = runsInOrder(one);
  const theirs = Map.groupBy(runsInOrder(other), ({ client }) => client);
  for (const runs of theirs.values()) runs.sort((a, b) => a.clock - b.clock);
  const common = joinedPieces();
  let oursCommon = 0;
  const isNew = { ours: false, theirs: false };
  for (const run of ours) {
    const known = theirs.get(run.client) ?? [];
    let clock = run.clock;
    for (let at = firstEndingAfter(known, clock); at < known.length; at += 1) {
      const met = known[at];
      if (met === undefined || met.clock >= run.clock + run.length) break;
      const start = Math.max(clock, met.clock);
      if (start > clock) isNew.ours = true;
      const end = Math.min(run.clock + run.length, met.clock + met.length);
      const letters = lettersOf(run, start, end) ?? lettersOf(met, start, end);
      common.add(letters ?? end - start);
      if (run.letters === null && met.letters !== null) isNew.ours = true;
      if (run.letters !== null && met.letters === null) isNew.theirs = true;
      oursCommon += end - start;
      clock = end;
    }
    if (clock < run.clock + run.length) isNew.ours = true;
  }
  const theirLength = [...theirs.values()].flat().reduce((sum, { length }) => sum + length, 0);
  if (theirLength > oursCommon) isNew.theirs = true;
  return isNew.ours && isNew.theirs ? common.pieces : null;
}

/** Maximum length of the letters that are searched for; the rest is only compared. */
const maxNeedle = 64;

/**
 * Returns true if a text can be the one that two documents had before they were edited apart: it has all of
 * their common letters in order, and others only where both have deleted ones.
 */
export function canBePast(text: string, past: readonly Piece[]): boolean {
  let at = 0;
  let deleted = 0;
  for (const piece of past) {
    if (typeof piece === "number") {
      deleted += piece;
      continue;
    }
    addMergeWork(1 + Math.ceil(deleted / maxNeedle));
    const needle = piece.slice(0, maxNeedle);
    const found = text.slice(at, at + deleted + needle.length).indexOf(needle);
    if (found === -1 || !text.startsWith(piece, at + found)) return false;
    at += found + piece.length;
    deleted = 0;
  }
  return text.length - at <= deleted;
}

/** Stands for letters that both documents have deleted: a digit, so that the token around it counts as changed. */
const unknownLetters = "\u0DE6";

/**
 * Returns the texts that two documents can be merged from if no past text is known: their common letters without those
 * that both have deleted, and with a sign for these. The second shows a token that both replaced as a whole; but it may
 * take letters that were deleted earlier for a change of both.
 */
export function likelyPasts(past: readonly Piece[]): readonly [string, string] {
  const joined = (unknown: string): string =>
    past.map((piece) => (typeof piece === "number" ? unknown : piece)).join("");
  return [joined(""), joined(unknownLetters)];
}

function runsInOrder(current: MemoText): TextRun[] {
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, documentState(current));
  const runs: TextRun[] = [];
  for (let item = doc.getText(textName)._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const isText = !item.deleted && item.content instanceof Y.ContentString;
    const letters = isText ? (item.content as Y.ContentString).str : null;
    runs.push({ client, clock, length: item.length, letters });
  }
  doc.destroy();
  return runs;
}

function lettersOf({ clock, letters }: TextRun, start: number, end: number): string | null {
  return letters?.slice(start - clock, end - clock) ?? null;
}

function joinedPieces(): { readonly pieces: Piece[]; add(piece: Piece): void } {
  const pieces: Piece[] = [];
  return {
    pieces,
    add(piece) {
      const last = pieces.at(-1);
      if (typeof last === "number" && typeof piece === "number") {
        pieces[pieces.length - 1] = last + piece;
      } else if (typeof last === "string" && typeof piece === "string") {
        pieces[pieces.length - 1] = last + piece;
      } else {
        pieces.push(piece);
      }
    },
  };
}
