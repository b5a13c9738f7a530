import { hash } from "node:crypto";

/**
 * Returns the key of a row for a text of any length: half of its SHA-256, for which collisions can't be
 * constructed.
 */
export function limitKey(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, 16);
}
