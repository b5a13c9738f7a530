import { markCopy } from "./copy-mark.ts";
import { wipeBrowser } from "./wipe-browser.ts";

/** Time in ms for the answer to signing out; the session has ended before. */
const answerWithinMs = 5000;

/**
 * Deletes everything that this browser stored for the server, once the session has ended. Opens the page for
 * signing in, or, if another account has signed in, the app again. On a shared computer nothing was stored, and
 * a copy that is there is another user's.
 */
export async function leaveBrowser({
  stop,
  end,
  isShared,
  signsOut,
}: {
  /** Stores nothing any more in this browser. */
  readonly stop: () => void;
  readonly end: () => void;
  readonly isShared: boolean;
  readonly signsOut: boolean;
}): Promise<void> {
  stop();
  end();
  if (signsOut) {
    // Deletes the cookies, and makes the browser delete what pages can't.
    await fetch("/sign-out", {
      method: "POST",
      body: new URLSearchParams(isShared ? {} : { wipe: "yes" }),
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => undefined);
  }
  if (!isShared) {
    await wipeBrowser();
    markCopy(false);
  }
  // Without this page in the history, Back doesn't show it again.
  if (signsOut) location.replace("/sign-in");
  else location.reload();
}
