// Base64 as RFC 4648 has it (sections 4 and 5), the same in every JavaScript engine: Node's Buffer is
// not there in a browser's worker, and `Uint8Array.fromBase64` not yet in every Node.

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const forUrls = `${standard.slice(0, 62)}-_`;

/** The code of a character for each six bits. */
const codesOf = (alphabet: string): Uint8Array =>
  Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
const standardCodes = codesOf(standard);
const urlCodes = codesOf(forUrls);
const padding = "=".charCodeAt(0);

/** The six bits that a character stands for, in either alphabet; `noDigit` for every other one. */
const noDigit = 64;
const digits = new Uint8Array(128).fill(noDigit);
for (const codes of [standardCodes, urlCodes])
  for (const [i, code] of codes.entries()) digits[code] = i;

/** So many characters are made into a string at once: an engine bounds how many arguments a call has. */
const charactersAtOnce = 8192;

/** Padded base64. */
export function toBase64(bytes: Uint8Array): string {
  return encode(bytes, standardCodes, true);
}

/** Base64 for paths and queries, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, urlCodes, false);
}

/**
 * What base64 in either alphabet stands for, padded or not, as Node's Buffer reads it: what is no
 * digit is passed over, and nothing counts after a `=`. Never throws: whoever has to refuse what is no
 * base64 looks at the text first.
 */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === padding) break;
    const digit = digits[code] ?? noDigit;
    if (digit === noDigit) continue;
    pending = ((pending << 6) | digit) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = pending >> bits;
    length += 1;
  }
  return bytes.slice(0, length);
}

function encode(bytes: Uint8Array, codes: Uint8Array, isPadded: boolean): string {
  const digitCount = Math.ceil((bytes.length * 4) / 3);
  const length = isPadded ? Math.ceil(bytes.length / 3) * 4 : digitCount;
  const text = new Uint8Array(length).fill(padding);
  const digitAt = (bits: number): number => codes[bits & 63] ?? padding;
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const bits =
      ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = digitAt(bits >> 18);
    text[to + 1] = digitAt(bits >> 12);
    if (to + 2 < digitCount) text[to + 2] = digitAt(bits >> 6);
    if (to + 3 < digitCount) text[to + 3] = digitAt(bits);
  }
  let characters = "";
  for (let at = 0; at < length; at += charactersAtOnce) {
    characters += String.fromCharCode(...text.subarray(at, at + charactersAtOnce));
  }
  return characters;
}
