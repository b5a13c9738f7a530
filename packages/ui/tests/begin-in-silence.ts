import { beforeAll } from "vitest";
import { useFeedback } from "../src/feedback/feedback.ts";

// Test files in one worker share the page's state: removes messages of earlier files.
beforeAll(() => useFeedback.setState({ snackbars: [] }));
