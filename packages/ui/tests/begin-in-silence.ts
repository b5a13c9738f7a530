import { beforeAll } from "vitest";
import { useFeedback } from "../src/feedback/feedback.ts";

// Files that run one after another share what the page keeps: nobody is told of another's doings.
beforeAll(() => useFeedback.setState({ snackbars: [] }));
