import { beforeAll } from "vitest";
import { useFeedback } from "../src/feedback/feedback.ts";
import { clearSelection } from "../src/state/selection.ts";

// Test files in one worker share the page and its state: removes the messages, selection and elements of
// earlier files.
beforeAll(() => {
  useFeedback.setState({ snackbars: [] });
  clearSelection();
  document.body.replaceChildren();
});
