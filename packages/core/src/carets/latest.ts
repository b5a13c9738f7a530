import type { After } from "../concurrency/after.ts";

/** Part of the platform's AbortSignal that is used here. */
interface Ending {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Stream of a frequently changing value, for consumers that only need the latest one. */
export interface Latest {
  /** Marks the value as changed. */
  changed(): void;
  /** Yields the result of `read` at once and after changes, with a pause in between. */
  stream<T>(read: () => T, signal: Ending | undefined): AsyncGenerator<T>;
}

export function createLatest(gapMs: number, after: After): Latest {
  let isDue = true;
  let wake = (): void => {};
  let end = (): void => {};
  return {
    changed() {
      isDue = true;
      wake();
    },
    async *stream(read, signal) {
      const onAbort = (): void => {
        wake();
        end();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        while (signal?.aborted !== true) {
          if (isDue) {
            isDue = false;
            yield read();
            await new Promise<void>((done) => {
              const stop = after(gapMs, done);
              end = () => {
                stop();
                done();
              };
              if (signal?.aborted === true) end();
            });
          } else {
            await new Promise<void>((done) => (wake = done));
          }
        }
      } finally {
        signal?.removeEventListener("abort", onAbort);
      }
    },
  };
}
