import type { WebhookChanges, WireDelivery, WireWebhook } from "@tidemark/core/sync/protocol";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { Webhooks } from "./webhooks.tsx";

const webhook = (id: string, changes: Partial<WireWebhook> = {}): WireWebhook => ({
  id,
  url: `https://${id}.example/hook`,
  name: "",
  events: [],
  createdMs: Date.now(),
  ...changes,
});

/** Renders the section over a server with the given webhooks and deliveries. */
function show(items: WireWebhook[], deliveries: WireDelivery[] = []) {
  let there = items;
  const create = vi.fn(async (wanted: Pick<WireWebhook, "url" | "name" | "events">) => {
    const made = webhook("new", wanted);
    there = [...there, made];
    return made;
  });
  const remove = vi.fn(async ({ id }: { id: string }) => {
    there = there.filter((each) => each.id !== id);
  });
  const secret = vi.fn(async () => "whsec_c2VjcmV0");
  const update = vi.fn(async ({ id, changes }: { id: string; changes: WebhookChanges }) => {
    const { renewsSecret: _, ...fields } = changes;
    there = there.map((each) => (each.id === id ? ({ ...each, ...fields } as WireWebhook) : each));
  });
  const test = vi.fn<(asked: { id: string }) => Promise<undefined>>(async () => undefined);
  const sendAgain = vi.fn<(asked: { id: string; delivery: string }) => Promise<undefined>>(
    async () => undefined,
  );
  const log = vi.fn(async () => deliveries);
  const client = {
    sync: { status: { query: async () => ({ state: "synced", serverUrl: "https://n.example" }) } },
    webhooks: {
      list: { query: async () => ({ state: "listed", items: there }) },
      create: { mutate: create },
      remove: { mutate: remove },
      secret: { mutate: secret },
      update: { mutate: update },
      test: { mutate: test },
      sendAgain: { mutate: sendAgain },
      deliveries: { query: log },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <Webhooks />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { create, remove, secret, update, test, sendAgain, log };
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);
const add = () => screen.getByRole<HTMLButtonElement>("button", { name: "Add a webhook" });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useFeedback.setState({ snackbars: [] });
});

test("a webhook gets all present and future events, or the chosen ones", async () => {
  const { create } = show([]);
  await screen.findByText("No webhooks yet.");
  const url = screen.getByRole("textbox", { name: "Address" });
  fireEvent.change(url, { target: { value: "https://one.example/" } });
  fireEvent.click(add());
  await screen.findByText("https://one.example/");
  fireEvent.change(url, { target: { value: "https://two.example/" } });
  for (const name of ["Changed memos", "Deleted memos", "New comments"]) {
    fireEvent.click(screen.getByRole("checkbox", { name }));
  }
  fireEvent.click(add());
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.calls.map(([{ events }]) => events)).toEqual([[], ["memo.created"]]);
});

test("a webhook without events can't be added", async () => {
  const { create } = show([]);
  await screen.findByText("No webhooks yet.");
  fireEvent.change(screen.getByRole("textbox", { name: "Address" }), {
    target: { value: "https://one.example/" },
  });
  for (const each of screen.getAllByRole("checkbox")) fireEvent.click(each);
  expect(add().disabled).toBe(true);
  fireEvent.submit(add().closest("form")!);
  expect(create).not.toHaveBeenCalled();
});

test("its secret is copied and never shown, and it is removed after a confirmation", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const { remove } = show([
    webhook("log", { name: "Log", events: ["memo.created", "memo.later"] }),
  ]);
  await screen.findByText("New memos · memo.later");
  fireEvent.click(screen.getByRole("button", { name: "Copy signing secret" }));
  await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith("whsec_c2VjcmV0"));
  expect(screen.queryByText(/whsec/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(remove).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Remove webhook" }));
  await screen.findByText("No webhooks yet.");
  await waitFor(() => expect(said()).toContain("Webhook Log removed"));
});

test("reports that a webhook has no secret", async () => {
  const { secret } = show([webhook("log")]);
  secret.mockResolvedValueOnce("");
  fireEvent.click(await screen.findByRole("button", { name: "Copy signing secret" }));
  await waitFor(() => expect(said()).toEqual(["This webhook’s deliveries aren’t signed."]));
});

test("shows the outcomes of its last deliveries", async () => {
  const delivery = { event: "memo.updated", createdMs: Date.now(), attempts: 1, error: null };
  show(
    [webhook("log")],
    [
      { ...delivery, id: "1", state: "DELIVERED", status: 204 },
      { ...delivery, id: "2", state: "FAILED", status: null, error: "timed out", attempts: 3 },
    ],
  );
  const button = await screen.findByRole("button", { name: "Recent deliveries" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  const rows = await screen.findByRole("list", { name: "Recent deliveries" });
  const texts = [...rows.children].map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^DeliveredChanged memos.*204$/);
  expect(texts[1]).toMatch(/^FailedChanged memos.*timed out · 3 attemptsSend again$/);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});

const delivery = (id: string, changes: Partial<WireDelivery> = {}): WireDelivery => ({
  id,
  event: "memo.created",
  state: "DELIVERED",
  createdMs: Date.now(),
  attempts: 1,
  status: 204,
  error: null,
  ...changes,
});

test("only changed fields are sent, and the focus returns", async () => {
  const { update } = show([
    webhook("log", { name: "Log", events: ["memo.created", "memo.later"] }),
  ]);
  const edit = await screen.findByRole("button", { name: "Edit" });
  fireEvent.click(edit);
  const form = screen.getByRole("form", { name: "Edit webhook" });
  const url = within(form).getByRole<HTMLInputElement>("textbox", { name: "Address" });
  expect(url.value).toBe("https://log.example/hook");
  expect(document.activeElement).toBe(url);
  fireEvent.change(within(form).getByRole("textbox", { name: "Name (optional)" }), {
    target: { value: " Diary " },
  });
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await screen.findByText("Diary");
  expect(update).toHaveBeenCalledExactlyOnceWith({ id: "log", changes: { name: "Diary" } });
  expect(screen.queryByRole("form", { name: "Edit webhook" })).toBeNull();
  expect(document.activeElement).toBe(edit);
  fireEvent.click(edit);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("form", { name: /^Edit/ })).toBeNull());
  expect(update).toHaveBeenCalledTimes(1);
});

test("events change by choosing, and the secret only on request", async () => {
  const { update } = show([webhook("log", { events: ["memo.created"] })]);
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const form = within(screen.getByRole("form", { name: "Edit webhook" }));
  const save = form.getByRole<HTMLButtonElement>("button", { name: "Save" });
  fireEvent.click(form.getByRole("checkbox", { name: "New memos" }));
  expect(save.disabled).toBe(true);
  for (const name of ["New memos", "Changed memos", "Deleted memos", "New comments"]) {
    fireEvent.click(form.getByRole("checkbox", { name }));
  }
  fireEvent.click(form.getByRole("checkbox", { name: "Create a new signing secret" }));
  fireEvent.click(save);
  await waitFor(() => {
    expect(update).toHaveBeenCalledExactlyOnceWith({
      id: "log",
      changes: { events: [], renewsSecret: true },
    });
  });
  await waitFor(() => expect(said()).toContain("Webhook saved with a new signing secret"));
});

test("the input is kept if saving failed, and Escape discards it", async () => {
  const { update } = show([webhook("log")]);
  update.mockRejectedValueOnce(new Error("no"));
  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const form = screen.getByRole("form", { name: "Edit webhook" });
  const url = within(form).getByRole<HTMLInputElement>("textbox", { name: "Address" });
  fireEvent.change(url, { target: { value: "https://other.example/" } });
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(said()).toHaveLength(1));
  expect(said()[0]).toMatch(/^Couldn’t save the webhook\./);
  expect(url.value).toBe("https://other.example/");
  fireEvent.keyDown(url, { key: "Escape" });
  expect(screen.queryByRole("form", { name: "Edit webhook" })).toBeNull();
  screen.getByText("https://log.example/hook");
});

test("saving after the form was closed doesn't close a form opened since", async () => {
  const { update } = show([webhook("log")]);
  const saved = Promise.withResolvers<undefined>();
  update.mockReturnValueOnce(saved.promise);
  const edit = await screen.findByRole("button", { name: "Edit" });
  const form = () => screen.queryByRole("form", { name: "Edit webhook" });
  fireEvent.click(edit);
  fireEvent.change(within(form()!).getByRole("textbox", { name: "Address" }), {
    target: { value: "https://other.example/" },
  });
  fireEvent.click(within(form()!).getByRole("button", { name: "Save" }));
  fireEvent.click(within(form()!).getByRole("button", { name: "Cancel" }));
  expect(form()).toBeNull();
  fireEvent.click(edit);
  const opened = form();
  const url = within(opened!).getByRole("textbox", { name: "Address" });
  saved.resolve(undefined);
  await waitFor(() => expect(said()).toHaveLength(1));
  await act(async () => undefined);
  expect(form()).toBe(opened);
  expect(document.activeElement).toBe(url);
});

test("a test is sent once, and its outcome is shown and announced", async () => {
  const { test: send, log } = show([webhook("log")]);
  const waiting = delivery("t", { event: "webhook.test", state: "PENDING", status: null });
  log
    .mockResolvedValueOnce([waiting])
    .mockResolvedValue([
      { ...waiting, state: "FAILED", error: "private-address: 10.0.0.1 is not on the internet" },
    ]);
  const button = await screen.findByRole("button", { name: "Send a test" });
  fireEvent.click(button);
  fireEvent.click(button);
  const rows = await screen.findByRole("list", { name: "Recent deliveries" });
  expect(send).toHaveBeenCalledExactlyOnceWith({ id: "log" });
  await waitFor(() => expect(rows.textContent).toMatch(/^FailedTest/));
  expect(rows.textContent).toContain("Private network addresses aren’t allowed");
  expect(within(rows).queryByRole("button")).toBeNull();
  expect(useFeedback.getState().announcement.text).toBe(
    "Failed · Private network addresses aren’t allowed",
  );
});

test("shows why a test was not sent", async () => {
  const { test: send } = show([webhook("log")]);
  send.mockRejectedValueOnce(new Error("no"));
  fireEvent.click(await screen.findByRole("button", { name: "Send a test" }));
  await waitFor(() => expect(said()[0]).toMatch(/^Couldn’t send a test\./));
});

test("only failed deliveries are sent again", async () => {
  const { sendAgain, log } = show(
    [webhook("log")],
    [
      delivery("1"),
      delivery("2", { state: "PENDING", attempts: 2, status: 500 }),
      delivery("3", { state: "FAILED", attempts: 8, status: 500 }),
    ],
  );
  fireEvent.click(await screen.findByRole("button", { name: "Recent deliveries" }));
  const rows = await screen.findByRole("list", { name: "Recent deliveries" });
  const texts = [...rows.children].map(({ textContent }) => textContent);
  expect(texts[1]).toMatch(/^PendingNew memos.*Response 500 · 2 attempts$/);
  const reads = log.mock.calls.length;
  const button = within(rows).getByRole("button", { name: "Send again" });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  await waitFor(() => expect(log.mock.calls.length).toBeGreaterThan(reads));
  expect(sendAgain).toHaveBeenCalledExactlyOnceWith({ id: "log", delivery: "3" });
  expect(said()).toEqual(["Sending again with the memo’s current content"]);
  // The button disappears as soon as the delivery is pending.
  expect(document.activeElement).toBe(rows);
});

test("deliveries stay while the server doesn't respond, and can be reloaded", async () => {
  const { log } = show([webhook("log")], [delivery("3", { state: "FAILED", status: 500 })]);
  fireEvent.click(await screen.findByRole("button", { name: "Recent deliveries" }));
  const rows = await screen.findByRole("list", { name: "Recent deliveries" });
  log.mockRejectedValueOnce(new Error("no"));
  fireEvent.click(within(rows).getByRole("button", { name: "Send again" }));
  const again = await screen.findByRole("button", { name: "Try again" });
  expect(rows.isConnected).toBe(true);
  fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(rows.isConnected).toBe(true);
});
