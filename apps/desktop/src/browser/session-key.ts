import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Keys of browser mode, generated anew by every start (ADR 0030). */
export interface SessionKeys {
  /** Returns a new key, used in an address after `#key=`. Only the newest eight unused keys are valid. */
  issue(): string;
  /** Returns true if the key is valid and unused, and invalidates it. */
  take(candidate: string): boolean;
}

const maxWaiting = 8;

export function createSessionKeys(): SessionKeys {
  let waiting: readonly Buffer[] = [];
  return {
    issue() {
      const key = newSecret();
      waiting = [...waiting, sha256(key)].slice(-maxWaiting);
      return key;
    },
    take(candidate) {
      const digest = sha256(candidate);
      const left = waiting.filter((each) => !timingSafeEqual(each, digest));
      const isTaken = left.length < waiting.length;
      waiting = left;
      return isTaken;
    },
  };
}

/** Returns 256 random bits as text that fits into a URL and a header. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares digests, so timing reveals neither length nor content. */
export function equals(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
