import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { leaveBrowserBy } from "./leave-browser.ts";
import { askToSignOut, type SignOutClient } from "./ask-to-sign-out.ts";

const left = vi.fn(async (_signsOut: boolean) => {});
const mutate = vi.fn();
const client = { sync: { signOut: { mutate } } } as unknown as SignOutClient;
const whole = { waiting: 0, rejected: 0, error: null };

beforeEach(() => {
  leaveBrowserBy(left);
  mutate.mockResolvedValue(undefined);
});
afterEach(() => {
  vi.clearAllMocks();
  useFeedback.getState().closeConfirmation();
});

const question = () => useFeedback.getState().confirmation;

test("A38h · signing out of a browser asks first, and counts what is only there", () => {
  askToSignOut(client, whole, true);
  expect(question()?.body).toBe(
    "Memos and drafts are deleted here. What’s on the server stays there.",
  );
  askToSignOut(client, { ...whole, waiting: 2, rejected: 1 }, true);
  expect(question()?.body).toMatch(/^3 changes are only in this browser and will be lost\. Memos/);
  askToSignOut(client, { ...whole, waiting: 1 }, false);
  expect(question()?.body).toMatch(
    /^1 change is only in this tab and will be lost\. Nothing is stored/,
  );
  expect(mutate).not.toHaveBeenCalled();
});

test("A38h · signing out ends the session first, then makes the browser delete its copy", async () => {
  askToSignOut(client, whole, true);
  question()?.confirm();
  expect(left).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(true));
  expect(mutate).toHaveBeenCalledWith({ wipes: true });
});

test("A38e · a sign-out that fails keeps the page, and says why", async () => {
  mutate.mockRejectedValue(new Error("offline"));
  askToSignOut(client, whole, true);
  question()?.confirm();
  await vi.waitFor(() => expect(useFeedback.getState().snackbars).toHaveLength(1));
  expect(left).not.toHaveBeenCalled();
});

test("A38d · removing another account's memos keeps the session of the one that is signed in", async () => {
  const params = { here: "alice", there: "bob" };
  askToSignOut(client, { ...whole, error: { code: "other-account", params } }, true);
  expect(question()?.title).toBe("Remove alice’s memos from this browser?");
  question()?.confirm();
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(false));
});
