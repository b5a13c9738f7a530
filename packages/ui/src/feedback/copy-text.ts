import { useFeedback } from "./feedback.ts";
import { feedbackStrings } from "./strings.ts";

/** Puts a text on the clipboard, and says that it is there or that it is not. */
export async function copyText(text: string, failed = feedbackStrings.copyFailed): Promise<void> {
  const { say, fail } = useFeedback.getState();
  try {
    await navigator.clipboard.writeText(text);
    say(feedbackStrings.copied);
  } catch {
    fail(failed);
  }
}
