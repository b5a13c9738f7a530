import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A word of letters that no other text has, so that neither it nor a piece of it can be met by
 * chance. Text indexes keep pieces of words: every two letters of it, six bytes, are looked for.
 */
export function markerWord(nth: number): string {
  const letters = Array.from({ length: 47 }, (_, index) => String.fromCodePoint(0x2c30 + index));
  // Each marker has pairs of its own: steps of different lengths through the letters.
  const step = 1 + (nth % 23);
  const start = Math.floor(nth / 23) * 11;
  return Array.from({ length: 9 }, (_, at) => letters[(start + at * step) % 47]).join("");
}

/** Where a marker is in the files of a folder, in any form that they are known to hold text in. */
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

/** The files of a folder that have a text as it is. */
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

/** What stands in the base64 of any bytes that have the text at a place of that remainder. */
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
