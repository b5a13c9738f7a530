import type { Stamp } from "../model/stamp.ts";
import { asStamp, stampMs } from "../model/stamp.ts";

/**
 * A hybrid logical clock (Kulkarni et al. 2014): never runs backwards, never falls behind a stamp
 * that it has seen, and stays as close to the wall clock as that allows.
 */
export interface HybridClock {
  /** Whose stamps these are. */
  readonly node: string;
  /** A stamp later than every one given or observed before. */
  tick(): Stamp;
  /** The newest stamp that it gave or has seen, in its own name. */
  newest(): Stamp;
  /** Takes note of a stamp from elsewhere. */
  observe(stamp: Stamp): void;
  /** Corrected wall-clock time, epoch milliseconds. */
  nowMs(): number;
  /** Sets how far the wall clock is behind the server's, in milliseconds (negative: ahead). */
  correct(offsetMs: number): void;
}

const maxCounter = 0xffff;

/** `node`: 1–32 lower-case letters and digits, unique per replica; breaks ties between stamps. */
export function createHybridClock(options: {
  readonly node: string;
  readonly wallMs: () => number;
}): HybridClock {
  let lastMs = 0;
  let counter = 0;
  let offsetMs = 0;
  const nowMs = (): number => Math.round(options.wallMs() + offsetMs);

  return {
    node: options.node,
    nowMs,
    correct(offset) {
      offsetMs = offset;
    },
    tick() {
      const wall = nowMs();
      if (wall > lastMs) {
        lastMs = wall;
        counter = 0;
      } else if (counter < maxCounter) {
        counter += 1;
      } else {
        lastMs += 1;
        counter = 0;
      }
      return formatStamp(lastMs, counter, options.node);
    },
    newest: () => formatStamp(lastMs, counter, options.node),
    observe(stamp) {
      const ms = stampMs(stamp);
      const seen = Number.parseInt(stamp.slice(13, 17), 16);
      if (ms > lastMs || (ms === lastMs && seen > counter)) {
        lastMs = ms;
        counter = seen;
      }
    },
  };
}

export function formatStamp(ms: number, counter: number, node: string): Stamp {
  return `${ms.toString(16).padStart(12, "0")}-${counter.toString(16).padStart(4, "0")}-${node}`;
}

/** The same stamp `byMs` milliseconds later (or earlier); counter and node stay. */
export function shiftStamp(stamp: Stamp, byMs: number): Stamp {
  const ms = Math.max(0, stampMs(stamp) + byMs);
  return asStamp(ms.toString(16).padStart(12, "0") + stamp.slice(12));
}
