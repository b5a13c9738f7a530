import { hash } from "node:crypto";

/** The hash of a secret, in hex digits: what the database keeps in its place. */
export function sha256(text: string): string {
  return hash("sha256", text);
}
