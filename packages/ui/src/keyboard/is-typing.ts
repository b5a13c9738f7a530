const ownKeys = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [role="listbox"]';

/** Returns true if keys are text there, or belong to an open menu. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(ownKeys) !== null)
  );
}
