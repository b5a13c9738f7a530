import { useFeedback } from "../../feedback/feedback.ts";
import type { SavedSource } from "../kept/saved-note.tsx";
import { editorStrings } from "../strings.ts";

const topic = "kept here";

/**
 * Notifies the user that the unsaved text of a closed editor stays in this page, which retries (ADR 0038).
 * Notifies again once it is saved.
 */
export function notifyUnsaved(source: SavedSource): void {
  const { say } = useFeedback.getState();
  say(editorStrings.keptHere, null, topic);
  const stop = source.watch((state) => {
    if (state !== "kept") return;
    stop();
    say(editorStrings.savedNow, null, topic);
  });
}
