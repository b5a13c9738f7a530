// Base64 of RFC 4648 (sections 4 and 5) for every JavaScript engine: a browser's worker lacks Node's Buffer,
// and not every Node has `Uint8Array.fromBase64`.

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const forUrls = `${standard.slice(0, 62)}-_`;

const padding = "=".charCodeAt(0);

/** Value of characters that aren't digits in either alphabet; `digits` has the six bits of all others. */
const noDigit = 64;
const digits = new Uint8Array(128).fill(noDigit);
for (const alphabet of [standard, forUrls])
  for (const [i, digit] of [...alphabet].entries()) digits[digit.charCodeAt(0)] = i;

/** Returns padded base64. */
export function toBase64(bytes: Uint8Array): string {
  return encode(bytes, standard, true);
}

/** Returns base64 for paths and queries, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, forUrls, false);
}

/**
 * Decodes base64 in either alphabet, padded or not, like Node's Buffer: it skips invalid characters and stops
 * at `=`. Never throws; callers that must reject invalid input check the text first.
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

/** Concatenates short strings: a call with one argument per character is slower. */
function encode(bytes: Uint8Array, alphabet: string, isPadded: boolean): string {
  const digitAt = (bits: number): string => alphabet.charAt(bits & 63);
  const whole = bytes.length - (bytes.length % 3);
  let text = "";
  for (let at = 0; at < whole; at += 3) {
    const bits = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += digitAt(bits >> 18) + digitAt(bits >> 12) + digitAt(bits >> 6) + digitAt(bits);
  }
  const left = bytes.length - whole;
  if (left === 0) return text;
  const bits = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8);
  text += digitAt(bits >> 18) + digitAt(bits >> 12) + (left === 2 ? digitAt(bits >> 6) : "");
  return isPadded ? text.padEnd(text.length + 3 - left, "=") : text;
}
