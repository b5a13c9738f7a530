import { appError, err, ok } from "@tidemark/core";
import { expect, test, vi } from "vitest";
import { askWebhooks, type SettledAsk } from "./server-credentials.ts";
import type { SyncClient } from "./sync-client.ts";

/** Webhook functions over a client with these calls. */
function webhooksOf(client: Partial<SyncClient>) {
  const ask: SettledAsk = async (work) => ok(await work(client as SyncClient));
  return askWebhooks(ask);
}

test("A35 · reports an older server as too old for unknown calls", async () => {
  const unknown = async () => null;
  const webhooks = webhooksOf({
    updateWebhook: unknown,
    testWebhook: unknown,
    sendDeliveryAgain: unknown,
  });
  const outcomes = [
    await webhooks.update("h1", { name: "New" }),
    await webhooks.test("h1"),
    await webhooks.sendAgain("h1", "msg_1"),
  ];
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: "FAILED_PRECONDITION", message: "This server is too old for this." },
    });
  }
});

test("A33 · passes requests to the server unchanged, and returns its refusals", async () => {
  const updateWebhook = vi.fn(async () => ({
    id: "h1",
    url: "https://a.example",
    name: "New",
    events: [],
    createdMs: 1,
  }));
  const webhooks = webhooksOf({ updateWebhook });
  expect(await webhooks.update("h1", { name: "New" })).toMatchObject({ ok: true });
  expect(updateWebhook).toHaveBeenCalledExactlyOnceWith("h1", { name: "New" });
  const refusal = appError("FAILED_PRECONDITION", "a test is already being sent");
  const refused = askWebhooks(async () => err(refusal));
  expect(await refused.test("h1")).toEqual(err(refusal));
});
