import * as Y from "yjs";
import { applyCounted, maxReadSteps, openCounted } from "../merge-work.ts";
import { documentState, textName } from "../text-document.ts";
import { commonPrefix } from "../text-middle.ts";
import { lettersOfOneWord } from "../tokens/word-pattern.ts";
import { type LettersOf, lettersOf, type RepeatedIn } from "./repeated-in.ts";

type Origin = "repeated" | "sent" | "earlier";
type OriginOf = (client: number, clock: number) => Origin;

/**
 * Returns the base of a merge with the insertions that both sides made as one: those that an update repeats. Two
 * copies of a profile send the edits that were pending when it was copied, and a merge of texts would insert
 * these twice. `theirs`: the sender's text. Returns null if the places of these insertions can't be found.
 */
export function withSharedInserts(
  base: string,
  { document, known, letters, ours }: RepeatedIn,
  { update, theirs }: { readonly update: Uint8Array; readonly theirs: string },
): string | null {
  const { from, to } = Y.parseUpdateMeta(update);
  if (![...from].some(([client, clock]) => clock < known(client))) return base;
  const repeatedIn = document();
  if (repeatedIn === null) return null;
  const originOf: OriginOf = (client, clock) => {
    const isSent = clock >= (from.get(client) ?? Infinity) && clock < (to.get(client) ?? 0);
    if (!isSent) return "earlier";
    return clock < known(client) ? "repeated" : "sent";
  };
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, documentState(repeatedIn));
  const sent = lettersOf(update);
  const pieces = piecesOf(doc, originOf, (...ids) => longer(letters(...ids), sent(...ids)));
  doc.destroy();
  const shared = pieces.filter((piece) => typeof piece !== "number" && piece.isShared).length;
  if (shared > maxShared) return null;
  const given = { pieces, sides: [ours, theirs] as const };
  return withInserts(base, given, wholePiece) ?? withInserts(base, given, startOfPiece);
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

/** Maximum number of repeated insertions whose places are searched for. */
const maxShared = 1_000;
/** Maximum number of deleted letters among which pieces are searched for, summed over the pieces. */
const maxSearched = 10_000_000;
/** Maximum length of the letters that are searched for; the rest is only compared. */
const maxNeedle = 64;

/** Letters in sequence, or the number of deleted ones. */
type Piece = number | { readonly text: string; readonly isShared: boolean };

/**
 * Returns the pieces of a document in order, without those that only the update has. `letters`: those that were
 * deleted, as far as they are known.
 */
function piecesOf(doc: Y.Doc, originOf: OriginOf, letters: LettersOf): Piece[] {
  const pieces: Piece[] = [];
  for (let item = doc.getText(textName)._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const isText = !item.deleted && item.content instanceof Y.ContentString;
    const visible = isText ? (item.content as Y.ContentString).str : null;
    let start = 0;
    for (let end = 1; end <= item.length; end += 1) {
      const origin = originOf(client, clock + start);
      if (end < item.length && originOf(client, clock + end) === origin) continue;
      const length = end - start;
      const isShared = origin === "repeated";
      const found = visible?.slice(start, end) ?? letters(client, clock + start, length);
      const text = isShared || found.length === length ? found : null;
      const isEmpty = text === "" || origin === "sent";
      if (!isEmpty) pieces.push(text === null ? length : { text, isShared });
      start = end;
    }
  }
  return pieces;
}

/**
 * Inserts shared pieces of the edited document into the base, at their places between the other pieces. A diff
 * of the texts wouldn't tell these places: it may take an inserted space for the one that was there before.
 * Deleted letters are those that the base has and the document lacks. Returns null if the base can't be an
 * earlier text of the document, or this takes too much work.
 */
function withInserts(
  base: string,
  { pieces, sides }: { readonly pieces: readonly Piece[]; readonly sides: Sides },
  find: FindPiece,
): string | null {
  let text = "";
  let at = 0;
  let deleted = 0;
  let searched = 0;
  let shared: { readonly text: string; readonly deleted: number }[] = [];
  const copy = (length: number): void => {
    const places = shared.map((insert) => at + Math.min(insert.deleted, length));
    const inserts = shared.map((insert) => insert.text);
    const between = [at, ...places].map((from, i) => base.slice(from, places[i] ?? at + length));
    for (const [i, part] of withoutRemoved(between, inserts, sides[1]).entries()) {
      const insert = inserts[i] ?? "";
      const before = i === 0 ? text : withSpace(text, part, sides);
      text = withSpace(before + part, insert, sides) + insert;
    }
    at += length;
    deleted = 0;
    shared = [];
  };
  for (const piece of pieces) {
    if (typeof piece === "number") deleted += piece;
    else if (piece.isShared) shared.push({ text: piece.text, deleted });
    else {
      searched += deleted;
      if (searched > maxSearched) return null;
      const found = find(piece.text, base, { at, deleted });
      // Otherwise the piece was inserted since.
      if (found === null) continue;
      copy(found.skipped);
      copy(found.length);
    }
  }
  if (base.length - at > deleted) return null;
  copy(base.length - at);
  return text;
}

/** Texts of the receiver and of the sender. */
type Sides = readonly [ours: string, theirs: string];

/**
 * Returns the text with a space behind it, if it and an insertion would join into a word that neither side has. The
 * letters between them are lost if both sides removed them.
 */
function withSpace(text: string, next: string, sides: Sides): string {
  if (!lettersOfOneWord.test(text.slice(-1) + next.slice(0, 1))) return text;
  const [end] = /\S+$/.exec(text.slice(-maxNeedle)) ?? [""];
  const [start] = /^\S+/.exec(next.slice(0, maxNeedle)) ?? [""];
  return sides.some((side) => side.includes(end + start)) ? text : `${text} `;
}

/**
 * Finds a piece in the base behind at most all deleted letters: how many of these the base has before it, and how
 * much of the piece it has.
 */
type FindPiece = (
  piece: string,
  base: string,
  place: { readonly at: number; readonly deleted: number },
) => { readonly skipped: number; readonly length: number } | null;

const wholePiece: FindPiece = (piece, base, { at, deleted }) => {
  const { length } = piece;
  if (base.startsWith(piece, at + deleted)) return { skipped: deleted, length };
  const needle = piece.slice(0, maxNeedle);
  const skipped = base.slice(at, at + deleted + needle.length).indexOf(needle);
  return skipped !== -1 && base.startsWith(piece, at + skipped) ? { skipped, length } : null;
};

/** Finds also a piece whose client inserted more behind it since: a document joins the two. */
const startOfPiece: FindPiece = (piece, base, place) => {
  const whole = wholePiece(piece, base, place);
  if (whole !== null) return whole;
  const { at, deleted } = place;
  const length = commonPrefix(piece, base.slice(at + deleted, at + deleted + piece.length));
  return length === 0 ? null : { skipped: deleted, length };
};

/**
 * Returns deleted parts of the base, without those that would join an insertion beside them into one word. They
 * stay if the sender has them beside it.
 */
function withoutRemoved(
  parts: readonly string[],
  inserts: readonly string[],
  theirs: string,
): string[] {
  const isJoined = (before: string, after: string): boolean =>
    lettersOfOneWord.test(before.slice(-1) + after.slice(0, 1)) && !theirs.includes(before + after);
  return parts.map((part, i) =>
    isJoined(inserts[i - 1] ?? "", part) || isJoined(part, inserts[i] ?? "") ? "" : part,
  );
}
