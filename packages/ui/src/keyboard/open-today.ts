import { describeError, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { todaysMemo } from "../memo/today.ts";
import { setUi } from "../state/ui-state.ts";

let opening: Promise<boolean> | null = null;

/**
 * Opens today's memo in its editor; resolves to false if that fails. Calls while the memo is being looked up
 * return the same promise.
 */
export function openToday(
  client: TidemarkClient,
  goToMemo: (id: string) => void,
): Promise<boolean> {
  opening ??= open(client, goToMemo).finally(() => {
    opening = null;
  });
  return opening;
}

async function open(client: TidemarkClient, goToMemo: (id: string) => void): Promise<boolean> {
  try {
    const id = await todaysMemo(client, Date.now());
    // Its page is already shown, so only begin to edit it.
    const isShown = document.querySelector("article.reading")?.id === `memo-${id}`;
    if (isShown) setUi({ editingId: id });
    else {
      setUi({ editingId: null, editOnOpenId: id });
      goToMemo(id);
    }
    return true;
  } catch (error) {
    setUi({ editOnOpenId: null });
    useFeedback.getState().fail(describeError(error));
    return false;
  }
}
