import { describeError, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { keyboardStrings } from "./strings.ts";

/** Opens a random memo of the timeline. */
export async function openRandom(
  client: TidemarkClient,
  goToMemo: (id: string) => void,
): Promise<void> {
  try {
    const id = await client.finder.random.query();
    if (id === null) useFeedback.getState().say(keyboardStrings.noMemo);
    else goToMemo(id);
  } catch (error) {
    useFeedback.getState().fail(describeError(error));
  }
}
