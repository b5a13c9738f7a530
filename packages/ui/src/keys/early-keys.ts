// Runs before the app's own scripts, which a busy device loads within a second. Without the keys typed until
// then, the rest of a word would be commands of the memo.

/** Maximum number of keys; the app may never start. */
const mostKeys = 200;

const early: KeyboardEvent[] = [];

function hold(event: KeyboardEvent): void {
  const { target, ctrlKey, metaKey, altKey, isComposing } = event;
  // A field of a page without the app, such as one that asks for a password, keeps its keys.
  if (target !== document.body && target !== document.documentElement) return;
  if (ctrlKey || metaKey || altKey || isComposing || !location.hash.startsWith("#/m/")) return;
  if (early.length < mostKeys) early.push(event);
}

function drop(): void {
  early.length = 0;
}

addEventListener("keydown", hold, true);
addEventListener("pointerdown", drop, true);

Object.assign(globalThis, {
  /** Returns the keys that were pressed on a memo's page so far, and stops. */
  takeEarlyKeys(): readonly KeyboardEvent[] {
    removeEventListener("keydown", hold, true);
    removeEventListener("pointerdown", drop, true);
    return early.splice(0);
  },
});
