import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { toHex } from "../bytes/hex.ts";

let hash = (text: string): string => toHex(sha256(utf8ToBytes(text)));

/** Minimum length of a text that is cached. Comparing it with the cached text is much faster than hashing. */
const longLength = 16_384;
let lastLong = { text: "", hash: "" };

/**
 * Returns the SHA-256 of the text's UTF-8, hex. Caches the last long text, because the result of one edit is
 * hashed again as the base of the next.
 */
export function textHash(text: string): string {
  if (text.length < longLength) return hash(text);
  if (text !== lastLong.text) lastLong = { text, hash: hash(text) };
  return lastLong.hash;
}

/** Sets the hash function of this process, if it has one that is faster than plain JavaScript. */
export function hashTextsWith(sha256Hex: (text: string) => string): void {
  hash = sha256Hex;
}

/**
 * Returns a Yjs client id for a label: 33 to 53 bits. It never equals one of the random 32-bit ids of editing
 * sessions.
 */
export function clientIdFrom(label: string): number {
  const hash = sha256(utf8ToBytes(label));
  let id = (hash[0] ?? 0) & 0x0f;
  for (let i = 1; i <= 6; i += 1) id = id * 256 + (hash[i] ?? 0);
  return id + 2 ** 32;
}
