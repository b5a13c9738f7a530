import { type AppError, appError } from "@tidemark/core";

const windowMs = 60_000;
const perMinute = 30;

/** Counts the changes that assistants make, by the id of their credential. */
export interface WriteBudget {
  /** Counts a change. Returns RESOURCE_EXHAUSTED if the credential has made too many within a minute. */
  take(credential: string): AppError | null;
}

/** Creates a budget of 30 changes a minute for each credential, in this process. */
export function createWriteBudget(nowMs: () => number): WriteBudget {
  const counts = new Map<string, { readonly endMs: number; taken: number }>();
  return {
    take(credential) {
      const now = nowMs();
      for (const [id, { endMs }] of counts) if (endMs <= now) counts.delete(id);
      const count = counts.get(credential) ?? { endMs: now + windowMs, taken: 0 };
      counts.set(credential, count);
      if (count.taken >= perMinute) {
        const message = `an assistant may change ${perMinute} memos a minute`;
        return { ...appError("RESOURCE_EXHAUSTED", message), retryAfterMs: count.endMs - now };
      }
      count.taken += 1;
      return null;
    },
  };
}
