import { useCallback, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Gives what runs something while no button of the pointer is down: at once, or behind the click of
 * the one that is. What it changes then is on the page before the next key comes.
 */
export function useAfterRelease(): (run: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = (): void => void (isPressed.current = true);
    const release = (): void => void (isPressed.current = false);
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);
  return useCallback((run) => {
    if (!isPressed.current) return run();
    // The click comes behind the release.
    const release = (): void => void setTimeout(() => flushSync(run));
    window.addEventListener("pointerup", release, { once: true });
    window.addEventListener("pointercancel", release, { once: true });
  }, []);
}
