/** Lets other tasks run, such as events and timers. */
export const nextTurn: () => Promise<void> = byNode() ?? byMessages();

/** Under Node, an open channel would keep the process alive. */
function byNode(): (() => Promise<void>) | null {
  const { setImmediate: run } = globalThis as { setImmediate?: (then: () => void) => void };
  return run === undefined ? null : () => new Promise((resolve) => run(resolve));
}

/** A timer in a browser would wait 4 ms after the fifth in a row. */
function byMessages(): () => Promise<void> {
  const { port1: asked, port2: called } = new MessageChannel();
  const waiting: (() => void)[] = [];
  called.addEventListener("message", () => waiting.shift()?.());
  called.start();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      asked.postMessage(null);
    });
}
