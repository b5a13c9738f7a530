import type { Stamp } from "../model/stamp.ts";
import { asStamp, stampMs } from "../model/stamp.ts";

/**
 * Hybrid logical clock (Kulkarni et al. 2014). It never runs backwards, is never behind an observed stamp,
 * and otherwise stays as close to the wall clock as possible.
 */
export interface HybridClock {
  /** Name of the replica in the stamps. */
  readonly node: string;
  /** Returns a stamp later than all stamps returned or observed before. */
  tick(): Stamp;
  /** Returns the newest stamp that it returned or observed, with its own node. */
  newest(): Stamp;
  /** Makes later stamps follow one from another replica. */
  observe(stamp: Stamp): void;
  /** Corrected wall-clock time, epoch milliseconds. */
  nowMs(): number;
  /** Sets the offset to the server's clock, in milliseconds; negative if the wall clock is ahead. */
  correct(offsetMs: number): void;
}

const maxCounter = 0xffff;

/**
 * Creates a clock. `node` is 1–32 lower-case letters and digits, unique per replica; it breaks ties between
 * stamps.
 */
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

/** Returns the stamp `byMs` milliseconds later (or earlier), with the same counter and node. */
export function shiftStamp(stamp: Stamp, byMs: number): Stamp {
  const ms = Math.max(0, stampMs(stamp) + byMs);
  return asStamp(ms.toString(16).padStart(12, "0") + stamp.slice(12));
}
