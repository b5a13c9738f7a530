import { useEffect, useState } from "react";
import { loadPersistently } from "./load-persistently.ts";

/** Returns a part of the page that is loaded once it is wanted; null until then. */
export function useLate<Part>(isWanted: boolean, load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const isDue = isWanted && part === null;
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    void loadPersistently(load).then((loaded) => {
      if (!isGone) setPart(() => loaded);
    });
    return () => void (isGone = true);
    // oxlint-disable-next-line react/exhaustive-deps -- `load` names the same part each time.
  }, [isDue]);
  return part;
}
