import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFeedback } from "../../feedback/feedback.ts";
import { askToSignOut, type SignOutClient } from "./ask-to-sign-out.ts";

const page = { assign: vi.fn(), reload: vi.fn() };
const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
const mutate = vi.fn();
const client = { sync: { signOut: { mutate } } } as unknown as SignOutClient;
const whole = { waiting: 0, rejected: 0, error: null };

beforeEach(() => {
  vi.stubGlobal("location", page);
  vi.stubGlobal("fetch", fetched);
  mutate.mockResolvedValue(undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  useFeedback.getState().closeConfirmation();
});

const question = () => useFeedback.getState().confirmation;

test("A38h · signing out of a browser asks first, and counts what is only there", () => {
  askToSignOut(client, whole);
  expect(question()?.body).toBe(
    "Memos and drafts are deleted here. What’s on the server stays there.",
  );
  askToSignOut(client, { ...whole, waiting: 2, rejected: 1 });
  expect(question()?.body).toMatch(/^3 changes are only in this browser and will be lost\. Memos/);
  expect(mutate).not.toHaveBeenCalled();
});

test("A38h · signing out ends the session first, then makes the browser delete its copy", async () => {
  askToSignOut(client, whole);
  question()?.confirm();
  await vi.waitFor(() => expect(page.assign).toHaveBeenCalledWith("/sign-in"));
  expect(mutate).toHaveBeenCalledWith({ wipes: true });
  const [path, init] = fetched.mock.calls[0] ?? [];
  const body = new URLSearchParams({ wipe: "yes" });
  expect([path, init]).toMatchObject(["/sign-out", { method: "POST", body }]);
});

test("A38e · a sign-out that fails keeps the page, and says why", async () => {
  mutate.mockRejectedValue(new Error("offline"));
  askToSignOut(client, whole);
  question()?.confirm();
  await vi.waitFor(() => expect(useFeedback.getState().snackbars).toHaveLength(1));
  expect([fetched.mock.calls, page.assign.mock.calls]).toEqual([[], []]);
});

test("A38d · removing another account's memos keeps the session of the one that is signed in", async () => {
  const params = { here: "alice", there: "bob" };
  askToSignOut(client, { ...whole, error: { code: "other-account", params } });
  expect(question()?.title).toBe("Remove alice’s memos from this browser?");
  question()?.confirm();
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalled());
  expect(fetched).not.toHaveBeenCalled();
});
