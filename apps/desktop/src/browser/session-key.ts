import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The two secrets of browser mode, made anew by every start (ADR 0010). */
export interface SessionKey {
  /** Stands in the printed address after `#key=`. */
  readonly key: string;
  /** The cookie's value; says nothing about the key. */
  readonly session: string;
  isKey(candidate: string): boolean;
  isSession(candidate: string): boolean;
}

export function createSessionKey(): SessionKey {
  const key = randomBytes(32).toString("base64url");
  const session = randomBytes(32).toString("base64url");
  return {
    key,
    session,
    isKey: (candidate) => equals(candidate, key),
    isSession: (candidate) => equals(candidate, session),
  };
}

/** Compares digests, so that neither length nor content shows in the time it takes. */
function equals(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
