import { createHash, timingSafeEqual } from "node:crypto";

/** Compares two tokens in constant time. */
export function isSameToken(a: string, b: string): boolean {
  const hash = (text: string): Uint8Array => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
