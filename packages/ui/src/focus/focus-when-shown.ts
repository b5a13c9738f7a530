/** A window that was opened for it draws its list first. */
const longestMs = 5000;
/** About a frame; a window that is still hidden draws none. */
const againMs = 16;

/**
 * Moves the focus as soon as what is to have it is on screen; `focus` says whether it has it. What is
 * typed until then is no command of what is shown still, and is written there. `isGivenUp`: it does not
 * come any more.
 */
export function focusWhenShown(focus: () => boolean, isGivenUp = (): boolean => false): void {
  const endMs = performance.now() + longestMs;
  let typed = "";
  const hold = (event: KeyboardEvent): void => {
    if (isGivenUp()) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if ([...event.key].length !== 1 || isInText(event.target)) return;
    typed += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  const look = (): void => {
    const isShown = focus();
    if (!isShown && !isGivenUp() && performance.now() < endMs) {
      setTimeout(look, againMs);
      return;
    }
    window.removeEventListener("keydown", hold, true);
    // As if it had been typed there: the editor and its undo know of it.
    if (isShown && typed !== "") document.execCommand("insertText", false, typed);
  };
  window.addEventListener("keydown", hold, true);
  setTimeout(look, againMs);
}

/** Whether keys write where they are pressed. */
export function isInText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type='checkbox']), textarea"))
  );
}
