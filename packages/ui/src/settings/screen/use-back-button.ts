import { useEffect, useEffectEvent } from "react";
import type { Watching } from "../../focus/close-watcher.ts";

/** Calls `leave` for the next press of Android's back button, or its gesture, while a screen is shown. */
export function useBackButton(isShown: boolean, leave: () => void): void {
  const back = useEffectEvent(leave);
  useEffect(() => {
    const { CloseWatcher } = window as Watching;
    if (!isShown || CloseWatcher === undefined) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener("close", () => back());
    return () => watcher.destroy();
  }, [isShown]);
}
