import { hash } from "node:crypto";

/** Returns the hash of a secret in hex, which the database stores instead of the secret. */
export function sha256(text: string): string {
  return hash("sha256", text);
}
