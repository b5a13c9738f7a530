import { useFeedback } from "./feedback.ts";
import { feedbackStrings } from "./strings.ts";

/** Puts a text on the clipboard, and says that it is there or that it is not. */
export async function copyText(text: string, failed = feedbackStrings.copyFailed): Promise<void> {
  const { say, fail } = useFeedback.getState();
  if (await tryToCopy(text)) say(feedbackStrings.copied);
  else fail(failed);
}

/** Puts a text on the clipboard, without a word; false where a browser refuses it, or has none. */
export async function tryToCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
