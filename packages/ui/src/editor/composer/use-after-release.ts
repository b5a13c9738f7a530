import { useCallback, useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Returns a function that runs a callback while no pointer button is down: immediately, or after the click in
 * progress. Changes after a click are flushed to the page before the next key.
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
    // The click follows the release.
    const release = (): void => void setTimeout(() => flushSync(run));
    window.addEventListener("pointerup", release, { once: true });
    window.addEventListener("pointercancel", release, { once: true });
  }, []);
}
