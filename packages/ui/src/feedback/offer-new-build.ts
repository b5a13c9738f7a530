import { useFeedback } from "./feedback.ts";
import { newBuildStrings } from "./new-build-strings.ts";

/** Number of the message, of which there is one at a time. */
const messageId = -1;

/** Says that a new version is ready, until the user reloads the page with `reload` or closes the message. */
export function offerNewBuild(reload: () => void): void {
  const text = newBuildStrings.ready;
  useFeedback.setState(({ snackbars }) => ({
    snackbars: [
      ...snackbars.filter(({ id }) => id !== messageId),
      {
        id: messageId,
        text,
        tone: "plain",
        undo: async () => reload(),
        leads: true,
        undoLabel: newBuildStrings.reload,
        stays: true,
        topic: null,
      },
    ],
  }));
  useFeedback.getState().announce(text);
}
