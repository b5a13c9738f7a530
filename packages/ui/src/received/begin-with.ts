import { useFeedback } from "../feedback/feedback.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { type ShareSource, showNextShare, useReceived } from "./received.ts";
import { receivedStrings as strings } from "./strings.ts";

export type { ReceivedShare, ShareSource } from "./received.ts";

/**
 * Begins as the browser asked: `start` is an app shortcut, `problem` the reason why shared content wasn't stored,
 * and `shares` the place of what waits to become a draft. Unknown values are ignored.
 */
export function beginWith(asked: {
  readonly start: string | null;
  readonly problem: string | null;
  readonly shares: ShareSource;
}): void {
  const { start, problem, shares } = asked;
  if (start === "new") focusWhenShown(focusComposer);
  if (start === "search") focusWhenShown(focusSearch);
  const words = problem === null ? undefined : problemWords(problem);
  if (words !== undefined) useFeedback.getState().fail(words);
  useReceived.setState({ source: shares });
  void showNextShare().catch(() => undefined);
}

function problemWords(problem: string): string | undefined {
  switch (problem) {
    case "too-large":
      return strings.tooLarge;
    case "too-many":
      return strings.tooMany;
    case "unreadable":
      return strings.unreadable;
    case "full":
      return strings.full;
  }
}
