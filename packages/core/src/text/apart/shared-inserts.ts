import * as Y from "yjs";
import { applyCounted, maxReadSteps, openCounted } from "../merge-work.ts";
import type { MemoText } from "../memo-text.ts";
import { firstEndingAfter, type Run } from "../runs.ts";
import { documentState, textName } from "../text-document.ts";
import { commonPrefix } from "../text-middle.ts";
import { lettersOfOneWord } from "../tokens/word-pattern.ts";

type IsRepeated = (client: number, clock: number) => boolean;

/**
 * Returns the base of a merge with the insertions that both sides made as one: those of the current document
 * that an update repeats. Two copies of a profile send the edits that were pending when it was copied, and a
 * merge of texts would insert these twice. `theirs`: the sender's text.
 */
export function withSharedInserts(
  base: string,
  current: MemoText,
  { update, theirs }: { readonly update: Uint8Array; readonly theirs: string },
): string {
  const state = documentState(current);
  const known = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state));
  const { from, to } = Y.parseUpdateMeta(update);
  const isRepeated: IsRepeated = (client, clock) =>
    clock >= (from.get(client) ?? Infinity) && clock < (to.get(client) ?? 0);
  if (![...from].some(([client, clock]) => clock < (known.get(client) ?? 0))) return base;
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, state);
  const pieces = piecesOf(doc, isRepeated, lettersOf(update));
  doc.destroy();
  const shared = pieces.filter((piece) => typeof piece !== "number" && piece.isShared).length;
  if (shared > maxShared) return base;
  const given = { pieces, theirs };
  return withInserts(base, given, wholePiece) ?? withInserts(base, given, startOfPiece) ?? base;
}

/** Maximum number of repeated insertions whose places are searched for. */
const maxShared = 1_000;
/** Maximum number of deleted letters among which pieces are searched for, summed over the pieces. */
const maxSearched = 10_000_000;
/** Maximum length of the letters that are searched for; the rest is only compared. */
const maxNeedle = 64;

/** Letters in sequence, or the number of deleted ones. */
type Piece = number | { readonly text: string; readonly isShared: boolean };

/** Returns the letters of some ids of a client. */
type SentLetters = (client: number, clock: number, length: number) => string;

interface LetterRun extends Run {
  readonly client: number;
  readonly letters: string;
}

function lettersOf(update: Uint8Array): SentLetters {
  const sent = Y.decodeUpdate(update).structs.flatMap((struct): LetterRun[] => {
    if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentString)) return [];
    const { id, length, content } = struct;
    return [{ client: id.client, clock: id.clock, length, letters: content.str }];
  });
  const runs = Map.groupBy(sent, ({ client }) => client);
  return (client, clock, length) => {
    const known = runs.get(client) ?? [];
    let letters = "";
    for (let i = firstEndingAfter(known, clock); i < known.length; i += 1) {
      const run = known[i];
      if (run === undefined || run.clock >= clock + length) break;
      letters += run.letters.slice(Math.max(0, clock - run.clock), clock + length - run.clock);
    }
    return letters;
  };
}

/**
 * Returns the pieces of a document in order. Repeated insertions that were deleted since have the letters of the
 * update, as far as it has them.
 */
function piecesOf(doc: Y.Doc, isRepeated: IsRepeated, sent: SentLetters): Piece[] {
  const pieces: Piece[] = [];
  for (let item = doc.getText(textName)._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const isText = !item.deleted && item.content instanceof Y.ContentString;
    const letters = isText ? (item.content as Y.ContentString).str : null;
    let start = 0;
    for (let end = 1; end <= item.length; end += 1) {
      const isShared = isRepeated(client, clock + start);
      if (end < item.length && isRepeated(client, clock + end) === isShared) continue;
      const length = end - start;
      const missing = isShared ? sent(client, clock + start, length) : null;
      const text = letters?.slice(start, end) ?? missing;
      if (text !== "") pieces.push(text === null ? length : { text, isShared });
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
  { pieces, theirs }: { readonly pieces: readonly Piece[]; readonly theirs: string },
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
    text += withoutRemoved(between, inserts, theirs)
      .map((part, i) => part + (inserts[i] ?? ""))
      .join("");
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
