import { createHmac } from "node:crypto";

// A page and its host have one secret, made of the key that opened the session. The page proves that it has
// it without sending it (renderer/page-secret.ts does the same with the browser's functions).

/** Returns the secret of the page that a key opened, base64url. */
export function pageSecretOf(key: string): string {
  return createHmac("sha256", key).update("tidemark page").digest("base64url");
}

/** Returns how a page answers `asked`. */
export function proofOf(page: string, asked: string): string {
  return createHmac("sha256", page).update(asked).digest("base64url");
}

/** Returns what a page is asked: it differs with each start, and with the port that the page was loaded from. */
export function askedOf(challenge: string, port: number | undefined): string {
  return `${challenge} ${port}`;
}
