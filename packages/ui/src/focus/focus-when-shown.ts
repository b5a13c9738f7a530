import { heldKeys } from "./held-keys.ts";
import { isInText } from "./is-in-text.ts";

/** Default time to wait; a window opened for this renders its list first. */
const usualMs = 5000;
/** About a frame; a hidden window renders no frames. */
const againMs = 16;

interface Coming {
  /** Element that has the focus until then. If it is a text, keys no longer write into it. */
  readonly from?: Element | null;
  /** Keys that were pressed before, for the same target. */
  readonly pressed?: readonly KeyboardEvent[];
  /** Returns true for a key with Ctrl or Alt that is for the target. */
  takes?(event: KeyboardEvent): boolean;
  /** Maximum time to wait, in milliseconds. */
  readonly forMs?: number;
  /** Returns true if the element won't appear. */
  isGivenUp?(): boolean;
  /** Called on Escape before anything was typed. */
  giveUp?(): void;
}

/**
 * Moves the focus as soon as its target is on screen; `focus` returns true once it has succeeded. Keys typed
 * until then run no commands of the current screen, and are written into the target.
 */
export function focusWhenShown(focus: () => boolean, coming: Coming = {}): void {
  const endMs = performance.now() + (coming.forMs ?? usualMs);
  const keys = heldKeys();
  for (const event of coming.pressed ?? []) keys.hold(event);
  let isOver = false;
  let isWriting = false;
  const isGivenUp = (): boolean => isOver || (coming.isGivenUp?.() ?? false);
  const end = (): void => {
    isOver = true;
    window.removeEventListener("keydown", hold, true);
  };
  const look = (): boolean => {
    if (isOver || isWriting) return true;
    const isShown = focus();
    if (!isShown && !isGivenUp() && performance.now() < endMs) return false;
    // A text that keeps the focus gets what was typed, without the keys that only the target takes.
    isWriting = isShown || (coming.takes !== undefined && document.activeElement === coming.from);
    if (isWriting) keys.write(end);
    else end();
    return true;
  };
  const isAwaited = ({ target }: KeyboardEvent): boolean => {
    // A key pressed between two written ones comes after them.
    if (isWriting) return performance.now() < endMs;
    // The target took the focus since the last check, so held keys are written before this one.
    if (isInText(target) && (look() || target !== coming.from)) return false;
    return !isGivenUp();
  };
  const hold = (event: KeyboardEvent): void => {
    if (event.isComposing || keys.isOwn(event) || !isAwaited(event)) return;
    const isChord = event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== "Enter");
    if (isChord && coming.takes?.(event) !== true) return;
    if (event.key === "Escape" && keys.isEmpty()) {
      end();
      coming.giveUp?.();
    } else if (!keys.hold(event)) return;
    event.preventDefault();
    // If another part is awaited too, it gets the key once this one writes it.
    event.stopImmediatePropagation();
  };
  const lookAgain = (): void => void (look() || setTimeout(lookAgain, againMs));
  window.addEventListener("keydown", hold, true);
  setTimeout(lookAgain, againMs);
}
