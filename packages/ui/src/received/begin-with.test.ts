import { afterEach, expect, test } from "vitest";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { beginWith } from "./begin-with.ts";
import { useReceived } from "./received.ts";

const none = { next: async () => null };

afterEach(() => {
  useFeedback.setState({ snackbars: [] });
  useReceived.setState({ source: null, share: null });
  setUi({ isReceivedOpen: false });
});

test.each([
  ["too-large", /^That’s too much/],
  ["too-many", /^Too many/],
  ["unreadable", /^Couldn’t read/],
  ["full", /^There’s no room/],
])("the problem %s is said in words", (problem, words) => {
  beginWith({ start: null, problem, shares: none });
  expect(useFeedback.getState().snackbars.map(({ text }) => text)).toEqual([
    expect.stringMatching(words),
  ]);
});

test("unknown values of an address are ignored", () => {
  beginWith({ start: "<b>", problem: "constructor", shares: none });
  expect(useFeedback.getState().snackbars).toEqual([]);
  expect(useUi.getState().isReceivedOpen).toBe(false);
});
