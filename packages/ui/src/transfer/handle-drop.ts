import { useFeedback } from "../feedback/feedback.ts";
import { setUi } from "../state/ui-state.ts";
import { type Dropped, mayHoldNotes } from "./files/picked-files.ts";
import { transferStrings } from "./strings.ts";

/** Opens the import dialog for files dropped outside of any field, or reports that they can't be imported. */
export function handleDrop(dropped: readonly Dropped[]): void {
  if (dropped.some(mayHoldNotes)) setUi({ importing: { dropped } });
  else if (dropped.length > 0) useFeedback.getState().say(transferStrings.notNotes);
}
