import { foldLetters, type LetterForm, needleOf } from "./same-letters.ts";

/** Place of a found text, in UTF-16 offsets. */
export interface LetterRange {
  readonly start: number;
  readonly end: number;
}

/** Length of the part of a text that is folded at once, and how far two of them overlap. */
const partLength = 4096;
const leastOverlap = 256;
const mostJoined = 64;

const joining = /^[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7fb\n]/u;

/** A letter with everything that may join it: marks, invisible characters, parts of a Hangul syllable. */
const cluster =
  /(?:\r\n|[\s\S])[\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7fb]*/gu;

/**
 * Finds texts as `findsIn` does, from an offset on, and yields their places in order without overlaps; of two
 * that start together the longer one. Reads the text part by part, only as far as places are taken.
 */
export function* findRanges(
  text: string,
  texts: readonly string[],
  from = 0,
): Generator<LetterRange, void> {
  const needles = texts.map(needleOf).filter((needle) => needle.text !== "");
  if (needles.length === 0) return;
  // A letter has at most thirty marks that count, and a blank may stand for several.
  const longest = Math.max(...texts.map((each) => each.length));
  const overlap = leastOverlap + 4 * longest;
  let start = from;
  let done = from;
  for (;;) {
    const isLast = start + partLength + overlap >= text.length;
    const part = text.slice(start, isLast ? text.length : start + partLength + overlap);
    const places = { same: placesOf(part, "same"), bare: placesOf(part, "bare") };
    const found = needles.flatMap(({ text: needle, form }) => rangesIn(places[form](), needle));
    found.sort((a, b) => a.start - b.start || b.end - a.end);
    for (const range of found) {
      const [first, end] = [start + range.start, start + range.end];
      if (first < done || (!isLast && range.start >= partLength)) continue;
      yield { start: first, end };
      done = end;
    }
    if (isLast) return;
    start += partLength;
    // A part doesn't begin inside a letter.
    for (let back = 0; back < mostJoined && isJoined(text, start); back += 1) start -= 1;
  }
}

function isJoined(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0xdc00 && unit <= 0xdfff) || joining.test(text.slice(at, at + 2));
}

interface Places {
  readonly folded: string;
  /** Start and end in the text of each folded unit; null if they are the same. */
  readonly starts: Uint32Array | null;
  readonly ends: Uint32Array | null;
}

/** Returns a function that folds a text once, when it is first called. */
function placesOf(text: string, form: LetterForm): () => Places {
  let places: Places | null = null;
  return () => (places ??= foldWithPlaces(text, form));
}

const ascii = /^\p{ASCII}*$/u;

function foldWithPlaces(text: string, form: LetterForm): Places {
  if (ascii.test(text)) return foldAscii(text.toLowerCase());
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let lineEnds = 0;
  for (const { 0: letter, index } of text.matchAll(cluster)) {
    const end = index + letter.length;
    for (const unit of foldLetters(letter, form)) {
      const isBlank = /[\t-\r ]/.test(unit);
      if (!isBlank) lineEnds = 0;
      else if (unit === "\n") lineEnds += 1;
      if (isBlank && /[\n ]$/.test(folded) && starts.length > 0) {
        // Two line ends within one blank are the end of a paragraph.
        if (lineEnds > 1) folded = `${folded.slice(0, -1)}\n`;
        ends[ends.length - 1] = end;
        continue;
      }
      folded += isBlank ? " " : unit;
      for (let at = 0; at < unit.length; at += 1) {
        starts.push(index);
        ends.push(end);
      }
    }
  }
  return { folded, starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) };
}

/** Folds a text in which only white space changes. */
function foldAscii(text: string): Places {
  const runs = Array.from(text.matchAll(/[\t-\r ]{2,}/g));
  const single = (part: string): string => part.replaceAll(/[\t-\r]/g, " ");
  if (runs.length === 0) return { folded: single(text), starts: null, ends: null };
  const length = runs.reduce((sum, { 0: run }) => sum - run.length + 1, text.length);
  const starts = new Uint32Array(length);
  const ends = new Uint32Array(length);
  let folded = "";
  let from = 0;
  for (const { 0: run, index } of runs) {
    addLetters(index);
    starts[folded.length] = index;
    from = ends[folded.length] = index + run.length;
    folded += run.indexOf("\n") === run.lastIndexOf("\n") ? " " : "\n";
  }
  addLetters(text.length);
  return { folded, starts, ends };

  function addLetters(to: number): void {
    for (let at = from; at < to; at += 1) {
      starts[folded.length + at - from] = at;
      ends[folded.length + at - from] = at + 1;
    }
    folded += single(text.slice(from, to));
  }
}

function rangesIn({ folded, starts, ends }: Places, needle: string): LetterRange[] {
  const found: LetterRange[] = [];
  for (let at = folded.indexOf(needle); at !== -1;) {
    const last = at + needle.length - 1;
    found.push({ start: starts?.[at] ?? at, end: ends?.[last] ?? last + 1 });
    at = folded.indexOf(needle, last + 1);
  }
  return found;
}
