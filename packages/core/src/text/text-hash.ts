import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../bytes/hex.ts";

let hash = (text: string): string => toHex(sha256(utf8ToBytes(text)));

/** From this length on a text is compared with the last one far sooner than it is hashed. */
const longLength = 16_384;
let lastLong = { text: "", hash: "" };

/** SHA-256 of the text's UTF-8, hex. What a long text becomes is hashed as what the next edit is made to. */
export function textHash(text: string): string {
  if (text.length < longLength) return hash(text);
  if (text !== lastLong.text) lastLong = { text, hash: hash(text) };
  return lastLong.hash;
}

/** Says how this process hashes texts, where it has what does the same faster than plain JavaScript. */
export function hashTextsWith(sha256Hex: (text: string) => string): void {
  hash = sha256Hex;
}

/**
 * A Yjs client id from a label: 33 to 53 bits, so that it can never meet one of the random 32-bit
 * ids that editing sessions use.
 */
export function clientIdFrom(label: string): number {
  const hash = sha256(utf8ToBytes(label));
  let id = (hash[0] ?? 0) & 0x0f;
  for (let i = 1; i <= 6; i += 1) id = id * 256 + (hash[i] ?? 0);
  return id + 2 ** 32;
}
