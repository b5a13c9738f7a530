import { beforeEach, expect, test } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import type { SavedState } from "../kept/autosaver.ts";
import { notifyUnsaved } from "./notify-unsaved.ts";

beforeEach(() => useFeedback.setState({ snackbars: [] }));

const said = (): string[] => useFeedback.getState().snackbars.map(({ text }) => text);

test("says that unsaved text stays in the window, and reports when it is saved", () => {
  const watching = new Set<(state: SavedState) => void>();
  const enter = (state: SavedState): void => watching.forEach((watch) => watch(state));
  notifyUnsaved({
    state: "stuck",
    watch(onState) {
      watching.add(onState);
      return () => watching.delete(onState);
    },
  });
  expect(said()).toEqual([
    "Not saved yet. Your text stays in this window and will be saved when Tidemark responds again.",
  ]);
  enter("waiting");
  expect(said()).toHaveLength(1);
  enter("kept");
  expect(said()).toEqual(["Your text is now saved."]);
  expect(watching.size).toBe(0);
});
