import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns a word of rare letters, so neither it nor a part of it occurs by chance. Text indexes store
 * parts of words: `findMarker` looks for every pair of letters, six bytes.
 */
export function markerWord(nth: number): string {
  const letters = Array.from({ length: 47 }, (_, index) => String.fromCodePoint(0x2c30 + index));
  // Different steps through the letters give each marker its own pairs.
  const step = 1 + (nth % 23);
  const start = Math.floor(nth / 23) * 11;
  return Array.from({ length: 9 }, (_, at) => letters[(start + at * step) % 47]).join("");
}

/**
 * Returns where a marker occurs in a folder's files, in any form in which they are known to store text.
 */
export function findMarker(folder: string, marker: string): string[] {
  const forms = formsOf(marker);
  const found: string[] = [];
  for (const file of filesIn(folder)) {
    const bytes = readFileSync(file);
    for (const { name, needle } of forms) {
      if (bytes.includes(needle)) found.push(`${file}: ${name}`);
    }
  }
  return found;
}

/** Returns the files of a folder that contain a text unencoded. */
export function filesWith(folder: string, text: string): string[] {
  return filesIn(folder).filter((file) => readFileSync(file).includes(text));
}

interface Form {
  readonly name: string;
  readonly needle: Buffer;
}

function formsOf(marker: string): Form[] {
  const letters = [...marker];
  const pairs = letters.slice(1).map((letter, at) => (letters[at] ?? "") + letter);
  return [
    ...pairs.map((pair) => ({ name: `UTF-8 of ${pair}`, needle: Buffer.from(pair) })),
    { name: "UTF-16", needle: Buffer.from(marker, "utf16le") },
    { name: "escaped", needle: Buffer.from(JSON.stringify(marker).slice(1, -1)) },
    { name: "escaped code points", needle: Buffer.from(escaped(marker)) },
    ...[0, 1, 2].map((offset) => ({ name: `base64 +${offset}`, needle: inBase64(marker, offset) })),
  ];
}

function escaped(text: string): string {
  return [...text].map((each) => `\\u${each.codePointAt(0)?.toString(16)}`).join("");
}

/**
 * Returns the base64 that any bytes contain if the text is at a position with this remainder modulo 3.
 */
function inBase64(text: string, offset: number): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
  return Buffer.from(whole.slice(offset === 0 ? 0 : 4));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
