import type { After } from "../concurrency/after.ts";

/** The part of the platform's AbortSignal that is used here. */
interface Ending {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** What follows something that changes often, for whoever needs it only as it is by now. */
export interface Latest {
  /** It is another now. */
  changed(): void;
  /** Yields what `read` gives: at once, and after changes, with a pause between them. */
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
