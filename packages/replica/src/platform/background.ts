import type { After } from "@tidemark/core/concurrency";

/** The same timer, which lets a process end that has nothing else to do; a page has no such thing. */
export function inBackground<Timer>(timer: Timer): Timer {
  if (hasUnref(timer)) timer.unref();
  return timer;
}

export const after: After = (ms, then) => {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
};

/** Like `after`, with a timer that doesn't keep the process alive. */
export const afterInBackground: After = (ms, then) => {
  const timer = inBackground(setTimeout(then, ms));
  return () => clearTimeout(timer);
};

function hasUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}
