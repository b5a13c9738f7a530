import type { RequestCounts } from "../stores/processes/shared-limits.ts";
import {
  type Lease,
  newLease,
  applyAnswer,
  nextReport,
  admitAlone,
  admitOfBlock,
} from "./lease.ts";

/** Maximum number of requests of one key in a window. */
export interface CountLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** Result for one request, with the instance's counts as far as this process knows them. */
export interface Counted {
  readonly isAllowed: boolean;
  /** Number of further requests allowed. */
  readonly remaining: number;
  /** Time until the window ends. */
  readonly leftMs: number;
  /**
   * End of the window in epoch milliseconds, by the database's clock, so that all processes return the same.
   */
  readonly resetMs: number;
}

/** Counter of requests across all processes of an instance, in blocks that are requested as needed. */
export interface LeasedCounts {
  /** Counts one request. Synchronous, except for the first of a key and the first after a block. */
  take(key: string, limit: CountLimit): Counted | Promise<Counted>;
  /** Reports all counts and returns unused blocks; called on shutdown. */
  settle(): Promise<void>;
}

interface Waiter {
  readonly limit: CountLimit;
  readonly settle: (counted: Counted) => void;
}

/** Key with its lease and the callers that wait for a query. */
interface Entry {
  readonly key: string;
  readonly lease: Lease;
  readonly waiting: Waiter[];
  isAsking: boolean;
}

const maxKeys = 10_000;
/** Pause after the database didn't answer, so that requests don't all wait for it. */
const quietMs = 5000;

/**
 * Creates the counter. If the database doesn't answer, each process counts alone. Requests within the limit
 * aren't refused because of it, and no process admits more than the limit. `sinceStartMs` is monotonic. Of
 * more than 10,000 keys, the least recently used are reported and evicted.
 */
export function createLeasedCounts(
  counts: RequestCounts,
  clocks: { sinceStartMs(): number; nowMs(): number },
): LeasedCounts {
  const entries = new Map<string, Entry>();
  let quietUntilMs = -Infinity;

  function settleKey({ key, lease }: Entry): Promise<void> {
    const report = nextReport(lease, true);
    // A lost report is missing from the count, as when a process is killed.
    return report === null ? Promise.resolve() : counts.settle(key, report).catch(() => undefined);
  }

  function find(key: string, { windowMs }: CountLimit): Entry {
    const known = entries.get(key);
    const entry =
      known ??
      ({ key, lease: newLease(after(windowMs)), waiting: [], isAsking: false } satisfies Entry);
    if (known !== undefined) entries.delete(key);
    entries.set(key, entry);
    if (entries.size > maxKeys) {
      for (const oldest of entries.values()) {
        entries.delete(oldest.key);
        void settleKey(oldest);
        break;
      }
    }
    if (entry.lease.endsAtMs <= clocks.sinceStartMs()) {
      Object.assign(entry.lease, newLease(after(windowMs)));
    }
    return entry;
  }
  const after = (ms: number): number => clocks.sinceStartMs() + ms;

  /** Returns the result for one request. `later` is the number of counted requests after this one. */
  function counted(lease: Lease, max: number, isAllowed: boolean, later = 0): Counted {
    const { window, endsAtMs, seen } = lease;
    const leftMs = Math.max(0, endsAtMs - clocks.sinceStartMs());
    const remaining = Math.max(0, max - seen + later);
    return { isAllowed, remaining, leftMs, resetMs: window ?? clocks.nowMs() + leftMs };
  }

  /** Counts a request without a query. Returns null if the database must be queried. */
  function acquireNow({ lease }: Entry, max: number): Counted | null {
    if (lease.seen >= max) return counted(lease, max, false);
    if (lease.left > 0) admitOfBlock(lease);
    else if (clocks.sinceStartMs() < quietUntilMs) admitAlone(lease);
    else return null;
    return counted(lease, max, true);
  }

  /** Queries the database for waiting callers until none are left. */
  async function serve(entry: Entry): Promise<void> {
    const { key, lease, waiting } = entry;
    entry.isAsking = true;
    while (waiting.length > 0) {
      // The newest caller has the current limit.
      const asking = waiting.splice(0);
      const { max, windowMs } = asking.at(-1)?.limit ?? { max: 0, windowMs: 0 };
      const askedAtMs = clocks.sinceStartMs();
      const report = nextReport(lease);
      let admitted = 0;
      try {
        const answer = await counts.ask({ key, max, windowMs, want: asking.length, report });
        applyAnswer(lease, answer, askedAtMs);
        ({ admitted } = answer);
      } catch {
        quietUntilMs = after(quietMs);
        admitted = Math.max(0, Math.min(asking.length, max - lease.seen));
        for (let at = 0; at < admitted; at += 1) admitAlone(lease);
      }
      for (const [at, { limit, settle }] of asking.entries()) {
        settle(counted(lease, limit.max, at < admitted, Math.max(0, admitted - 1 - at)));
      }
      for (const { limit, settle } of waiting.splice(0)) {
        const atOnce = acquireNow(entry, limit.max);
        if (atOnce === null) waiting.push({ limit, settle });
        else settle(atOnce);
      }
    }
    entry.isAsking = false;
    // The key was evicted meanwhile.
    if (entries.get(key) !== entry) await settleKey(entry);
  }

  return {
    take(key, limit) {
      const entry = find(key, limit);
      const atOnce = acquireNow(entry, limit.max);
      if (atOnce !== null) return atOnce;
      const { promise, resolve } = Promise.withResolvers<Counted>();
      entry.waiting.push({ limit, settle: resolve });
      if (!entry.isAsking) void serve(entry);
      return promise;
    },
    async settle() {
      const all = [...entries.values()];
      entries.clear();
      await Promise.all(all.map(settleKey));
    },
  };
}
