import type { After } from "./after.ts";

/** Semaphore for at most `count` holders at a time. Other callers wait in the order of their calls. */
export class Semaphore {
  readonly #after: After;
  readonly #maxWaiting: number;
  #free: number;
  readonly #first: ((slot: Slot) => void)[] = [];
  readonly #waiting: ((slot: Slot | null) => void)[] = [];

  /** `maxWaiting` limits the waiting calls of `acquire`. */
  constructor(count: number, after: After, maxWaiting = Infinity) {
    this.#free = count;
    this.#after = after;
    this.#maxWaiting = maxWaiting;
  }

  /** Returns null if no slot became free within `waitMs`, or at once if too many callers wait. */
  async acquire(waitMs: number): Promise<Slot | null> {
    const slot = this.#takeFree();
    if (slot !== null || this.#waiting.length >= this.#maxWaiting) return slot;
    const { promise, resolve } = Promise.withResolvers<Slot | null>();
    this.#waiting.push(resolve);
    const cancel = this.#after(waitMs, () => {
      const at = this.#waiting.indexOf(resolve);
      if (at < 0) return;
      this.#waiting.splice(at, 1);
      resolve(null);
    });
    try {
      return await promise;
    } finally {
      cancel();
    }
  }

  /** Waits without a limit, ahead of every `acquire`; for a holder that has lent its slot. */
  async reacquire(): Promise<Slot> {
    return this.#takeFree() ?? new Promise((resolve) => this.#first.push(resolve));
  }

  #takeFree(): Slot | null {
    if (this.#free === 0) return null;
    this.#free -= 1;
    return this.#slot;
  }

  readonly #slot: Slot = {
    release: () => {
      const next = this.#first.shift() ?? this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next(this.#slot);
    },
  };
}

/** Must be released exactly once. */
export interface Slot {
  release(): void;
}
