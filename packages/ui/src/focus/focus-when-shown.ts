import { heldKeys } from "./held-keys.ts";
import { isInText } from "./is-in-text.ts";

/** A window that was opened for it draws its list first. */
const usualMs = 5000;
/** About a frame; a window that is still hidden draws none. */
const againMs = 16;

interface Coming {
  /** The element that has the focus until then. If it is a text, keys no longer write in it. */
  readonly from?: Element | null;
  /** How long it is waited for, in milliseconds. */
  readonly forMs?: number;
  /** Whether it does not come any more. */
  isGivenUp?(): boolean;
  /** Nobody wants it any more: Escape, where nothing was typed. */
  giveUp?(): void;
}

/**
 * Moves the focus as soon as what is to have it is on screen; `focus` says whether it has it. What is
 * typed until then is no command of what is shown still, and is written there.
 */
export function focusWhenShown(focus: () => boolean, coming: Coming = {}): void {
  const endMs = performance.now() + (coming.forMs ?? usualMs);
  const keys = heldKeys();
  let isOver = false;
  const isGivenUp = (): boolean => isOver || (coming.isGivenUp?.() ?? false);
  const end = (): void => {
    isOver = true;
    window.removeEventListener("keydown", hold, true);
  };
  const look = (): boolean => {
    if (isOver) return true;
    const isShown = focus();
    if (!isShown && !isGivenUp() && performance.now() < endMs) return false;
    end();
    if (isShown) keys.write();
    return true;
  };
  const hold = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    // It took the focus itself, since one looked last: what was held stands before this key.
    if (isInText(event.target) && (look() || event.target !== coming.from)) return;
    if (isGivenUp()) return;
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== "Enter")) return;
    if (event.key === "Escape" && keys.isEmpty()) {
      end();
      coming.giveUp?.();
    } else if (!keys.hold(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const lookAgain = (): void => void (look() || setTimeout(lookAgain, againMs));
  window.addEventListener("keydown", hold, true);
  setTimeout(lookAgain, againMs);
}
