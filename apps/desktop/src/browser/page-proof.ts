import { createHmac } from "node:crypto";

// A page and its host share a secret derived from the key that opened the session. The page proves that it
// has it without sending it (renderer/page-secret.ts does the same with Web Crypto).

/** Returns the secret of the page opened with a key, in base64url. */
export function pageSecretOf(key: string): string {
  return createHmac("sha256", key).update("tidemark page").digest("base64url");
}

/** Returns a page's proof for the challenge `asked`. */
export function proofOf(page: string, asked: string): string {
  return createHmac("sha256", page).update(asked).digest("base64url");
}

/**
 * Returns the challenge for a page. It differs for each start and each port that the page was loaded from.
 */
export function askedOf(challenge: string, port: number | undefined): string {
  return `${challenge} ${port}`;
}
