import { foldLetters } from "@tidemark/core/filter";

/** Appended to every indexed text, so its last two code points begin a trigram too. */
const padding = "  ";

/** Returns the text that `memo_trigram` indexes for a content: its letters, without accents. */
export function trigramText(content: string): string {
  return foldLetters(content, "bare") + padding;
}

/** SQL query for the numbers of memos that aren't in `memo_trigram` yet (ADR 0088). */
export const latePks = "select pk from memo where pk > (select after_pk from late_text)";

/**
 * Returns whether two contents have the same trigrams in `memo_trigram`. Takes only the trigrams around the
 * difference, and looks for each in the other text. After an edit of a long text, that is far less work than
 * comparing all of them. Returns false if the difference is too large for that.
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
  // These fold together with their neighbours.
  if (joining.test(ofOne) || joining.test(ofOther)) return false;
  return areAllIn(ofOne, other) && areAllIn(ofOther, one);
}

/** Marks, invisible characters, and parts of Hangul syllables. */
const joining = /[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]/u;

/**
 * Maximum number of UTF-16 units around a difference to compare; each may be searched for in the whole text.
 */
const maxCompared = 200;

/** Returns the length of the longest prefix, at most `most`, for which `isSame` holds; a binary search. */
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

/** Returns whether a text contains all trigrams of a part of another text. */
function areAllIn(part: string, text: string): boolean {
  let folded: string | null = null;
  return trigramsOf(part).every((trigram) => {
    // Nearly always found unfolded; folding a long text takes longer than everything else here.
    if (text.includes(trigram)) return true;
    folded ??= foldLetters(text, "bare");
    return folded.includes(foldLetters(trigram, "bare"));
  });
}

/** Returns a part of a text with the code points around it that its trigrams include. */
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
