import { hash } from "node:crypto";

/** What a row is found by, of a text of any length: half of its SHA-256, which nobody makes meet another's. */
export function limitKey(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, 16);
}
