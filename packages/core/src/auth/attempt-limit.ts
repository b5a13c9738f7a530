import { appError, type AppError } from "../error/errors.ts";
import type { AttemptLimit, AttemptLimiter } from "../stores/processes/shared-limits.ts";

const maxKeys = 10_000;

/**
 * Returns a limiter with a sliding window over failed attempts, in the memory of one process. With more than
 * 10,000 keys it evicts the least recently used first, so made-up names can't exhaust the memory.
 */
export function createAttemptLimiter(windowMs: number, nowMs: () => number): AttemptLimiter {
  const triesByKey = new Map<string, number[]>();

  function recent(key: string): number[] {
    const from = nowMs() - windowMs;
    return (triesByKey.get(key) ?? []).filter((atMs) => atMs > from);
  }
  function put(key: string, tries: number[]): void {
    triesByKey.delete(key);
    if (tries.length > 0) triesByKey.set(key, tries);
    if (triesByKey.size > maxKeys) {
      for (const oldest of triesByKey.keys()) {
        triesByKey.delete(oldest);
        break;
      }
    }
  }

  return {
    async take(limits) {
      let waitMs = 0;
      for (const { key, max } of limits) {
        const tries = recent(key);
        const oldest = tries[tries.length - max];
        if (oldest !== undefined) waitMs = Math.max(waitMs, oldest + windowMs - nowMs());
      }
      if (waitMs > 0) return waitMs;
      for (const { key } of limits) put(key, [...recent(key), nowMs()]);
      return 0;
    },
    async giveBack(limits) {
      for (const { key } of limits) put(key, recent(key).slice(0, -1));
    },
  };
}

/** Returns the limit on failures per address: user names, passwords and pairing codes together. */
export function addressLimit(address: string): AttemptLimit {
  return { key: `address ${address}`, max: 50 };
}

export function tooManyTries(retryAfterMs: number): AppError {
  return { ...appError("RESOURCE_EXHAUSTED", "too many attempts; try again later"), retryAfterMs };
}
