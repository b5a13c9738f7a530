import { useFeedback } from "../feedback/feedback.ts";
import { setUi } from "../state/ui-state.ts";
import { type Dropped, mayHoldNotes } from "./files/picked-files.ts";
import { transferStrings } from "./strings.ts";

/** Offers to import what was dropped beside everything that takes files; what cannot be is said. */
export function takeDrop(dropped: readonly Dropped[]): void {
  if (dropped.some(mayHoldNotes)) setUi({ importing: { dropped } });
  else if (dropped.length > 0) useFeedback.getState().say(transferStrings.notNotes);
}
