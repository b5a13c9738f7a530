import { useFeedback } from "../../feedback/feedback.ts";
import type { SavedSource } from "../kept/saved-note.tsx";
import { editorStrings } from "../strings.ts";

const topic = "kept here";

/**
 * Says of an editor that was left with words which the database does not have that they are in this page,
 * which goes on trying (ADR 0038), and once they are saved that they are.
 */
export function sayKeptHere(source: SavedSource): void {
  const { say } = useFeedback.getState();
  say(editorStrings.keptHere, null, topic);
  const stop = source.watch((state) => {
    if (state !== "kept") return;
    stop();
    say(editorStrings.savedNow, null, topic);
  });
}
