import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The keys of browser mode, made anew by every start (ADR 0030). */
export interface SessionKeys {
  /** Another key, which stands in an address after `#key=`. The newest eight that wait are good. */
  issue(): string;
  /** Whether it is a key that nobody has used; from then on it is none. */
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

/** 256 bits, as text that an address and a header can hold. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares digests, so that neither length nor content shows in the time it takes. */
export function equals(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
