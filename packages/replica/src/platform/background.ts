/** The same timer, which lets a process end that has nothing else to do; a page has no such thing. */
export function inBackground<Timer>(timer: Timer): Timer {
  if (hasUnref(timer)) timer.unref();
  return timer;
}

function hasUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}
