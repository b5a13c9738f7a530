import { useFeedback } from "./feedback.ts";
import { feedbackStrings } from "./strings.ts";

/** Copies a text to the clipboard, and shows whether it worked. */
export async function copyText(text: string, failed = feedbackStrings.copyFailed): Promise<void> {
  const { say, fail } = useFeedback.getState();
  if (await tryToCopy(text)) say(feedbackStrings.copied);
  else fail(failed);
}

/** Copies a text to the clipboard silently; resolves to false if the browser refuses or has no clipboard. */
export async function tryToCopy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
