import type { RequestCounts } from "../stores/processes/shared-limits.ts";
import { type Lease, newLease, takeAnswer, takeReport, admitAlone, admitOfBlock } from "./lease.ts";

/** How many requests of one key there may be in a window. */
export interface CountLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** What became of one request, with the instance's figures as far as this process knows them. */
export interface Counted {
  readonly isAllowed: boolean;
  /** How many more may come. */
  readonly remaining: number;
  /** Until the window is over. */
  readonly leftMs: number;
  /** When that is, in milliseconds since 1970: by the database's clock, the same on all processes. */
  readonly resetMs: number;
}

/** Counts requests over all processes of an instance, in blocks that are asked for when they are needed. */
export interface LeasedCounts {
  /** Counts one; at once, but for the first of a key and the first after a block. */
  take(key: string, limit: CountLimit): Counted | Promise<Counted>;
  /** Tells all that is to be told, and gives places back: the process is going. */
  settle(): Promise<void>;
}

interface Waiter {
  readonly limit: CountLimit;
  readonly settle: (counted: Counted) => void;
}

/** A key, what is known of it, and who waits for more. */
interface Entry {
  readonly key: string;
  readonly lease: Lease;
  readonly waiting: Waiter[];
  isAsking: boolean;
}

const maxKeys = 10_000;
/** A database that did not answer is left alone for so long, so that requests do not all wait for it. */
const quietMs = 5000;

/**
 * Where the database does not answer, each process counts by itself: nobody within a limit is refused
 * because of it, and no process lets in more than the limit. `sinceStartMs` only runs forward. Of more
 * than 10,000 keys the least recently asked for are told of and forgotten.
 */
export function createLeasedCounts(
  counts: RequestCounts,
  clocks: { sinceStartMs(): number; nowMs(): number },
): LeasedCounts {
  const entries = new Map<string, Entry>();
  let quietUntilMs = -Infinity;

  function settleKey({ key, lease }: Entry): Promise<void> {
    const report = takeReport(lease, true);
    // What is not heard is missing from the count, as it is when a process is killed.
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

  /** `later`: how many that the lease counts came after this one. */
  function counted(lease: Lease, max: number, isAllowed: boolean, later = 0): Counted {
    const { window, endsAtMs, seen } = lease;
    const leftMs = Math.max(0, endsAtMs - clocks.sinceStartMs());
    const remaining = Math.max(0, max - seen + later);
    return { isAllowed, remaining, leftMs, resetMs: window ?? clocks.nowMs() + leftMs };
  }

  /** Without asking; null where the database must be asked. */
  function takeAtOnce({ lease }: Entry, max: number): Counted | null {
    if (lease.seen >= max) return counted(lease, max, false);
    if (lease.left > 0) admitOfBlock(lease);
    else if (clocks.sinceStartMs() < quietUntilMs) admitAlone(lease);
    else return null;
    return counted(lease, max, true);
  }

  /** Asks for those that wait until nobody does. */
  async function serve(entry: Entry): Promise<void> {
    const { key, lease, waiting } = entry;
    entry.isAsking = true;
    while (waiting.length > 0) {
      // Those that came last know the limit as it is now.
      const asking = waiting.splice(0);
      const { max, windowMs } = asking.at(-1)?.limit ?? { max: 0, windowMs: 0 };
      const askedAtMs = clocks.sinceStartMs();
      const report = takeReport(lease);
      let admitted = 0;
      try {
        const answer = await counts.ask({ key, max, windowMs, want: asking.length, report });
        takeAnswer(lease, answer, askedAtMs);
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
        const atOnce = takeAtOnce(entry, limit.max);
        if (atOnce === null) waiting.push({ limit, settle });
        else settle(atOnce);
      }
    }
    entry.isAsking = false;
    // It was forgotten meanwhile.
    if (entries.get(key) !== entry) await settleKey(entry);
  }

  return {
    take(key, limit) {
      const entry = find(key, limit);
      const atOnce = takeAtOnce(entry, limit.max);
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
