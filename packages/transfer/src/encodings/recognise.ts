import { analyse } from "chardet";
import { joinBytes } from "../bytes/join-bytes.ts";
import { candidates, decodeAs } from "./candidates.ts";
import { hasOnlyMarks, readingScore } from "./reading-score.ts";

/** Encoding of bytes that aren't UTF-8, as far as it can be recognized. */
export interface Recognised {
  readonly label: string;
  /** False if another encoding would yield a text that is about as likely. */
  readonly isSure: boolean;
}

/** Score by which a text must exceed all others to be certain. */
const certain = 3;
/** The same, and the least confidence of chardet, if chardet yields the same text. */
const confirmed = { margin: 1.5, confidence: 50 };

/** Maximum number of bytes to judge, because each encoding is tried. */
const maxJudged = 16 * 1024;

/**
 * Recognizes the encoding of bytes by the text that each encoding yields. Statistics of pairs of letters, as
 * chardet has them, need paragraphs; names and short notes are judged by frequent characters and by structure
 * too. `bonus` adds to the score of an encoding that other evidence suggests.
 */
export function recognise(
  bytes: Uint8Array,
  bonus: (label: string, text: string) => number = () => 0,
): Recognised {
  const judged = beyondAscii(bytes);
  const readings = candidates
    .map((candidate) => {
      const { label, weight } = candidate;
      const text = decodeAs(label, judged);
      const score = readingScore(text, candidate) + weight + bonus(label, text);
      return { label, text, score };
    })
    .toSorted((one, other) => other.score - one.score);
  const [best] = readings;
  if (best === undefined) throw new Error("there are encodings");
  const { label, text, score } = best;
  const next = readings.find((each) => each.text !== text)?.score ?? Number.NEGATIVE_INFINITY;
  const margin = score - next;
  const isSure =
    score > 0 &&
    // Many texts have only marks beyond ASCII, and another encoding reads them as letters.
    !readings.some((each) => each.text !== text && each.score > -1 && hasOnlyMarks(each.text)) &&
    !decodeAs(label, bytes).includes("\uFFFD") &&
    (margin >= certain + fewness(label, text) ||
      (margin >= confirmed.margin + fewness(label, text) && isConfirmed(judged, text)));
  return { label, isSure };
}

/**
 * Returns what the margin needs besides for texts with few different characters or words. Latin texts have few,
 * except that code pages of DOS and old Macs have a letter for most bytes.
 */
function fewness(label: string, text: string): number {
  const different = new Set(text.replaceAll(/[\0-\u007f]/g, "")).size;
  if (/^(?:windows-125[0247]|iso-8859-2)$/.test(label)) return 0.4 * Math.max(0, 3 - different);
  const isRare = /^(?:cp|ibm|koi8|macintosh|euc-jp)/.test(label);
  const words = new Set(text.match(/\S*[^\0-\u007f\s]\S*/gu)).size;
  return 1.2 * Math.max(0, 4 - different) + (isRare ? 2.5 * Math.max(0, 3 - words) : 0);
}

function isConfirmed(bytes: Uint8Array, text: string): boolean {
  const [match] = analyse(bytes);
  if (match === undefined || match.confidence < confirmed.confidence) return false;
  try {
    return new TextDecoder(match.name).decode(bytes) === text;
  } catch {
    // chardet knows encodings that the decoder doesn't.
    return false;
  }
}

/** Returns the lines with bytes beyond ASCII, up to the maximum. Line ends aren't part of any character. */
export function beyondAscii(bytes: Uint8Array, most = maxJudged): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < bytes.length && length < most;) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found + 1;
    const line = bytes.subarray(at, Math.min(end, at + most - length));
    if (line.some((byte) => byte > 0x7f)) {
      parts.push(line);
      length += line.length;
    }
    at = end;
  }
  return joinBytes(parts);
}

/** Returns true if bytes are UTF-8, with or without a byte order mark. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
