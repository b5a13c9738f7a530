import { accentRuns, letterFolds, letterRuns } from "./word-table.ts";

// Kinds of code points.
const letter = 1;
const accent = 2;

const plane = 0x10000;
const kinds = kindsOfPlane();
const [folds, foldsBeyond] = unpackFolds();

/**
 * Returns the words of a text in order, without case and accents, as SQLite's FTS5 finds them (`unicode61`).
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = "";
  let isInWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code >= plane) at += 1;
    const kind = code < plane ? kinds[code] : isLetterBeyond(code) ? letter : 0;
    if (kind === letter) {
      word += folded(code);
      isInWord = true;
    } else if (kind !== accent && isInWord) {
      words.push(word);
      word = "";
      isInWord = false;
    }
  }
  if (isInWord) words.push(word);
  return words;
}

function folded(code: number): string {
  if (code >= plane) return String.fromCodePoint(foldsBeyond.get(code) ?? code);
  return String.fromCharCode(folds[code] ?? code);
}

/** Returns the kinds of the first plane. Lone surrogates are not characters. */
function kindsOfPlane(): Uint8Array {
  const found = new Uint8Array(plane);
  for (const [first, last] of pairs(letterRuns)) found.fill(letter, first, last + 1);
  for (const [first, last] of pairs(accentRuns)) found.fill(accent, first, last + 1);
  return found;
}

function isLetterBeyond(code: number): boolean {
  let low = 0;
  let high = letterRuns.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((letterRuns[middle * 2 + 1] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return (letterRuns[low * 2] ?? Number.POSITIVE_INFINITY) <= code;
}

function* pairs(runs: readonly number[]): Generator<readonly [number, number]> {
  for (let at = 0; at + 1 < runs.length; at += 2) yield [runs[at] ?? 0, runs[at + 1] ?? 0];
}

function unpackFolds(): [Uint16Array, ReadonlyMap<number, number>] {
  const inPlane = Uint16Array.from({ length: plane }, (_, code) => code);
  const beyond = new Map<number, number>();
  for (let at = 0; at + 3 < letterFolds.length; at += 4) {
    const [first = 0, count = 0, step = 1, delta = 0] = letterFolds.slice(at, at + 4);
    for (let index = 0; index < count; index += 1) {
      const code = first + index * step;
      if (code < plane) inPlane[code] = code + delta;
      else beyond.set(code, code + delta);
    }
  }
  return [inPlane, beyond];
}
