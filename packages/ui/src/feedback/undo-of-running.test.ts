import { afterEach, expect, test, vi } from "vitest";
import { useFeedback } from "./feedback.ts";

afterEach(() => useFeedback.setState(useFeedback.getInitialState()));

test("an undo waits for the action that is still on its way, and leaves the one before it", async () => {
  const feedback = useFeedback.getState();
  const undoFirst = vi.fn(() => Promise.resolve());
  const undoSecond = vi.fn(() => Promise.resolve());
  feedback.say("first", undoFirst);
  const answer = Promise.withResolvers<void>();
  const act = feedback.during(answer.promise.then(() => feedback.say("second", undoSecond)));
  feedback.undo();
  expect(undoFirst).not.toHaveBeenCalled();
  answer.resolve();
  await act;
  await vi.waitFor(() => expect(undoSecond).toHaveBeenCalledOnce());
  expect(undoFirst).not.toHaveBeenCalled();
  feedback.undo();
  await vi.waitFor(() => expect(undoFirst).toHaveBeenCalledOnce());
});

test("an undo after an action that failed undoes the one before it", async () => {
  const feedback = useFeedback.getState();
  const undoFirst = vi.fn(() => Promise.resolve());
  feedback.say("first", undoFirst);
  const answer = Promise.withResolvers<void>();
  const act = feedback.during(answer.promise);
  feedback.undo();
  answer.reject(new Error("refused"));
  await expect(act).rejects.toThrow("refused");
  await vi.waitFor(() => expect(undoFirst).toHaveBeenCalledOnce());
});
