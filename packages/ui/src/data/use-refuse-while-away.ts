import { useEffect } from "react";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useHost } from "./host-connection.ts";
import { dataStrings } from "./strings.ts";

/** What a memo is opened in that the host must be asked for. */
const asked = ["editingId", "taggingId", "sharingId", "history"] as const;

/**
 * Opens nothing while the host is away, and says so as a change does that fails: an editor, tags or links
 * that opened whenever it came back would take the keys from whoever has gone on by then. What is open
 * stays.
 */
export function useRefuseWhileAway(): void {
  const host = useHost();
  useEffect(() => {
    let isTakingBack = false;
    return useUi.subscribe((now, before) => {
      if (isTakingBack || host.state === "up") return;
      const refused = asked.filter((name) => now[name] !== null && now[name] !== before[name]);
      if (refused.length === 0) return;
      isTakingBack = true;
      setUi(Object.fromEntries(refused.map((name) => [name, before[name]])));
      isTakingBack = false;
      useFeedback.getState().fail(dataStrings.unreachable);
    });
  }, [host]);
}
