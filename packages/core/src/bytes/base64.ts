// Base64 as RFC 4648 has it (sections 4 and 5), the same in every JavaScript engine: Node's Buffer is
// not there in a browser's worker, and `Uint8Array.fromBase64` not yet in every Node.

const standard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const forUrls = `${standard.slice(0, 62)}-_`;

const padding = "=".charCodeAt(0);

/** The six bits that a character stands for, in either alphabet; `noDigit` for every other one. */
const noDigit = 64;
const digits = new Uint8Array(128).fill(noDigit);
for (const alphabet of [standard, forUrls])
  for (const [i, digit] of [...alphabet].entries()) digits[digit.charCodeAt(0)] = i;

/** Padded base64. */
export function toBase64(bytes: Uint8Array): string {
  return encode(bytes, standard, true);
}

/** Base64 for paths and queries, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode(bytes, forUrls, false);
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

/** Adding short strings to one is quicker than a call with as many arguments as it has characters. */
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
