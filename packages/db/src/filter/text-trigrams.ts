import { foldText } from "@tidemark/core/filter";

/** Most trigrams to ask the index for; more of them hardly narrow the hits, and each costs a look-up. */
const maxTrigrams = 24;

/** Stands behind every indexed text, so that its last two code points begin a trigram as well. */
const padding = "  ";

/** What `memo_trigram` is given for a content. */
export function trigramText(content: string): string {
  return foldText(content) + padding;
}

/** Numbers of the memos that `memo_trigram` does not have yet, as a query of SQL (ADR 0088). */
export const latePks = "select pk from memo where pk > (select after_pk from late_text)";

/**
 * Whether `memo_trigram` would be given the same trigrams for two contents. Looks at those around what
 * differs, and for each of them whether the other text has it somewhere: of a long text that is
 * typed in, that is far less than all of them. False where too much differs to be looked at so.
 */
export function haveSameTrigrams(before: string, after: string): boolean {
  const [one, other] = [before + padding, after + padding];
  const shorter = Math.min(one.length, other.length);
  const start = lengthOfSame(shorter, (from, to) => one.slice(from, to) === other.slice(from, to));
  const end = lengthOfSame(
    shorter - start,
    (from, to) =>
      one.slice(one.length - to, one.length - from) ===
      other.slice(other.length - to, other.length - from),
  );
  const ofOne = around(one, start, one.length - end);
  const ofOther = around(other, start, other.length - end);
  if (ofOne.length + ofOther.length > maxCompared) return false;
  return areAllIn(ofOne, other) && areAllIn(ofOther, one);
}

/** UTF-16 units around a difference that are looked at; each may be looked for in the whole text. */
const maxCompared = 200;

/** The longest stretch from 0, at most `most`, of which every part is the same; asks for ever smaller parts. */
function lengthOfSame(most: number, isSame: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether a text has all trigrams of a part of another one, both folded. */
function areAllIn(part: string, text: string): boolean {
  let folded: string | null = null;
  return trigramsOf(part).every((trigram) => {
    // As it stands, nearly always: to fold a long text takes longer than all the rest.
    if (text.includes(trigram)) return true;
    folded ??= foldText(text);
    return folded.includes(foldText(trigram));
  });
}

/** A part of a text with the two code points before it and behind it. */
function around(text: string, start: number, end: number): string {
  const before = Array.from(text.slice(Math.max(0, start - 5), start))
    .slice(-3)
    .join("");
  const behind = Array.from(text.slice(end, end + 5))
    .slice(0, 3)
    .join("");
  return before + text.slice(start, end) + behind;
}

function trigramsOf(text: string): string[] {
  const points = Array.from(text);
  return points.slice(2).map((point, at) => `${points[at] ?? ""}${points[at + 1] ?? ""}${point}`);
}

/**
 * The distinct trigrams, in code points, of a text after folding, as the index holds them. Empty
 * for texts under three code points: the index knows those only as the start of a trigram. A memo
 * that holds the text holds every one of them; the reverse is not so, so hits are verified.
 */
export function textTrigrams(text: string): string[] {
  const points = Array.from(foldText(text));
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= points.length && trigrams.size < maxTrigrams; at += 1) {
    trigrams.add(points.slice(at, at + 3).join(""));
  }
  return [...trigrams];
}

/** The FTS5 query that asks `memo_trigram` for rows which hold all the trigrams. */
export function trigramMatch(trigrams: readonly string[]): string {
  return joined(trigrams, " AND ");
}

/** The FTS5 query for rows which hold any of the trigrams. */
export function anyTrigramMatch(trigrams: readonly string[]): string {
  return joined(trigrams, " OR ");
}

function joined(trigrams: readonly string[], operator: " AND " | " OR "): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(operator);
}
