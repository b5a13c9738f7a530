import type { WireDelivery, WireWebhook } from "@tidemark/core/sync/protocol";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
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

/** A server with these webhooks, whose deliveries are always the same. */
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
  const client = {
    sync: { status: { query: async () => ({ state: "synced", serverUrl: "https://n.example" }) } },
    webhooks: {
      list: { query: async () => ({ state: "listed", items: there }) },
      create: { mutate: create },
      remove: { mutate: remove },
      secret: { mutate: secret },
      deliveries: { query: async () => deliveries },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <Webhooks />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { create, remove, secret };
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);
const add = () => screen.getByRole<HTMLButtonElement>("button", { name: "Add a webhook" });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useFeedback.setState({ snackbars: [] });
});

test("an address is told of everything there will be, or of what one chooses", async () => {
  const { create } = show([]);
  await screen.findByText("No address is told of anything.");
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

test("told of nothing it cannot be added", async () => {
  const { create } = show([]);
  await screen.findByText("No address is told of anything.");
  fireEvent.change(screen.getByRole("textbox", { name: "Address" }), {
    target: { value: "https://one.example/" },
  });
  for (const each of screen.getAllByRole("checkbox")) fireEvent.click(each);
  expect(add().disabled).toBe(true);
  fireEvent.submit(add().closest("form")!);
  expect(create).not.toHaveBeenCalled();
});

test("its secret is copied and never shown, and it is removed after a question", async () => {
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
  fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
  await screen.findByText("No address is told of anything.");
  await waitFor(() => expect(said()).toContain("Log is told of nothing any more"));
});

test("one without a secret says so", async () => {
  const { secret } = show([webhook("log")]);
  secret.mockResolvedValueOnce("");
  fireEvent.click(await screen.findByRole("button", { name: "Copy signing secret" }));
  await waitFor(() => expect(said()).toEqual(["Its deliveries are not signed."]));
});

test("its last deliveries say what became of them", async () => {
  const delivery = { event: "memo.updated", createdMs: Date.now(), attempts: 1, error: null };
  show(
    [webhook("log")],
    [
      { ...delivery, id: "1", state: "DELIVERED", status: 204 },
      { ...delivery, id: "2", state: "FAILED", status: null, error: "timed out", attempts: 3 },
    ],
  );
  const button = await screen.findByRole("button", { name: "Last deliveries" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  const rows = await screen.findByRole("list", { name: "Last deliveries" });
  const texts = [...rows.children].map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^DeliveredChanged memos.*204$/);
  expect(texts[1]).toMatch(/^FailedChanged memos.*timed out · 3 tries$/);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});
