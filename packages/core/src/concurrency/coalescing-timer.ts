import type { After } from "./after.ts";

/** Runs `task` once for several requests, at the earliest time that any of them asked for. */
export class CoalescingTimer {
  readonly #task: () => void;
  readonly #clock: { readonly after: After; readonly nowMs: () => number };
  #cancel: (() => void) | null = null;
  #dueMs = Infinity;

  constructor(clock: { readonly after: After; readonly nowMs: () => number }, task: () => void) {
    this.#clock = clock;
    this.#task = task;
  }

  start(delayMs: number): void {
    const dueMs = this.#clock.nowMs() + delayMs;
    if (this.#dueMs <= dueMs) return;
    this.stop();
    this.#dueMs = dueMs;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.stop();
      this.#task();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#dueMs = Infinity;
  }
}
