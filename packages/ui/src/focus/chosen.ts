/** Time within which a memo that leaves its list left it by the user's own act. */
const actMs = 10_000;

const acted = new Map<string, number>();

/** Notes memos that the user is changing. */
export function noteActs(ids: readonly string[]): void {
  const nowMs = performance.now();
  for (const [id, atMs] of acted) if (nowMs - atMs > actMs) acted.delete(id);
  for (const id of ids) acted.set(id, nowMs);
}

/** Returns true if the user changed a memo just now. */
export function hasActedOn(id: string): boolean {
  return performance.now() - (acted.get(id) ?? -Infinity) < actMs;
}

/** Memo that got the focus because another one was removed, and not by the user. */
let givenTo: string | null = null;

/** Returns false for a memo on which no key may act until the user has gone to it. */
export function isChosen(id: string): boolean {
  return givenTo !== id;
}

/** Marks the focused memo as chosen by nobody, until the next click, or move of the focus. */
export function markUnchosen(id: string): void {
  givenTo = id;
  const stop = new AbortController();
  const choose = (): void => {
    stop.abort();
    givenTo = null;
  };
  const options = { capture: true, signal: stop.signal };
  window.addEventListener("pointerdown", choose, options);
  window.addEventListener("focusin", choose, options);
}

const removed = new Set<string>();

/** Runs the removal of a memo. Until it ends, keys run no commands on the memo. */
export async function whileRemoved(id: string, work: () => Promise<unknown>): Promise<void> {
  removed.add(id);
  try {
    await work();
  } finally {
    removed.delete(id);
  }
}

/** Returns true for a memo that the user is removing, although it is still shown. */
export function isRemoved(id: string): boolean {
  return removed.has(id);
}
