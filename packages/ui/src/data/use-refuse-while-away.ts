import { useEffect } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useHost } from "./host-connection.ts";
import { dataStrings } from "./strings.ts";

/** State of everything that a memo opens in and that needs the host. */
const asked = ["editingId", "taggingId", "sharingId", "history"] as const;

/**
 * Blocks opening an editor, tags or links while the host is away, and shows an error. Otherwise it would open
 * when the host returns, and take the keyboard from the user. Open ones stay open. While the app starts, they wait
 * for the host with the rest of the page.
 */
export function useRefuseWhileAway(): void {
  const host = useHost();
  useEffect(() => {
    let isTakingBack = false;
    return useUi.subscribe((now, before) => {
      if (isTakingBack || host.state === "up" || !host.wasUp) return;
      const refused = asked.filter((name) => now[name] !== null && now[name] !== before[name]);
      if (refused.length === 0) return;
      isTakingBack = true;
      setUi(Object.fromEntries(refused.map((name) => [name, before[name]])));
      isTakingBack = false;
      useFeedback.getState().fail(dataStrings.unreachable);
    });
  }, [host]);
}
