import type { After } from "@tidemark/core/concurrency";

/** Unrefs a timer, so that it doesn't keep a Node process alive; does nothing in a page. */
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
