import { MessageChannel, type MessagePort } from "node:worker_threads";
import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { appRouter, type AppRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test, vi } from "vitest";
import { createMemoryApp } from "../../tests/memory-app.ts";
import { nodePort } from "./message-ports.ts";
import { PortClosed, portLink } from "./port-link.ts";
import { reconnectingLink } from "./reconnecting-link.ts";
import { servePort } from "./serve-port.ts";

/** A host that can be killed and restarted, and a page that keeps its client. */
function connect() {
  const app = createMemoryApp();
  let isRunning = true;
  let served: MessagePort | null = null;
  const states: string[] = [];
  const open = () => {
    const { port1, port2 } = new MessageChannel();
    served = port1;
    if (isRunning) servePort(nodePort(port1), appRouter, () => ({ app }));
    else port1.close();
    return portLink<AppRouter>(nodePort(port2))({});
  };
  let current = open();
  const next = (): never => {
    throw new Error("nothing follows");
  };
  const host = reconnectingLink<AppRouter>(
    {
      send: (op) => current({ op, next }),
      async reach() {
        current = open();
        return isRunning ? "up" : "down";
      },
      judge: (error) =>
        error instanceof TRPCClientError && error.cause instanceof PortClosed ? "down" : "up",
    },
    { random: () => 0 },
  );
  host.watch(() => states.push(host.state));
  const client = createTRPCClient<AppRouter>({ links: [host.link] });
  onTestFinished(() => served?.close());
  return {
    app,
    host,
    states,
    client,
    kill() {
      isRunning = false;
      served?.close();
    },
    start: () => void (isRunning = true),
  };
}

test("W3 · a query sent while the host is away is answered when it is back", async () => {
  const { client, host, kill, start, states } = connect();
  const memo = await client.memos.create.mutate({ content: "first" });
  kill();
  const asked = client.memos.get.query({ id: memo.id });
  await vi.waitFor(() => expect(host.state).toBe("restarting"));
  const askedLater = client.memos.get.query({ id: memo.id });
  start();
  expect([(await asked).content, (await askedLater).content]).toEqual(["first", "first"]);
  expect(states).toEqual(["restarting", "up"]);
});

test("a subscription restarts with a value that requests a full reload", async () => {
  const { client, app, host, kill, start } = connect();
  const seen: unknown[] = [];
  const errors: unknown[] = [];
  const subscription = client.changes.subscribe(undefined, {
    onData: (change) => seen.push(change),
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  kill();
  await vi.waitFor(() => expect(host.state).toBe("restarting"));
  start();
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  expect(seen[1]).toEqual(seen[0]);
  app.announce({ memos: ["a"], sync: false });
  await vi.waitFor(() => expect(seen[2]).toEqual({ memos: ["a"], sync: false }));
  expect(errors).toEqual([]);
  subscription.unsubscribe();
  await vi.waitFor(() => expect(app.watchers.size).toBe(0));
});

test("a subscription ended while the host is away isn't restarted", async () => {
  const { client, app, host, kill, start } = connect();
  const subscription = client.changes.subscribe(undefined, {});
  await vi.waitFor(() => expect(app.watchers.size).toBe(1));
  kill();
  await vi.waitFor(() => expect(host.state).toBe("restarting"));
  subscription.unsubscribe();
  start();
  await vi.waitFor(() => expect(host.state).toBe("up"));
  await client.profile.get.query();
  expect(app.watchers.size).toBe(0);
});

test("W3a · a write fails at once, and is never sent twice", async () => {
  const { client, app, host, kill, start } = connect();
  await client.profile.get.query();
  const create = vi.spyOn(app, "createMemo");
  kill();
  await vi.waitFor(async () => {
    await expect(client.memos.create.mutate({ content: "lost" })).rejects.toThrow("was closed");
  });
  start();
  await vi.waitFor(() => expect(host.state).toBe("up"));
  await client.memos.create.mutate({ content: "kept" });
  expect(create.mock.calls.map(([memo]) => memo.content)).toEqual(["kept"]);
});

test("an error of the call itself doesn't affect the host's state", async () => {
  const { client, states } = connect();
  await expect(client.memos.get.query({ id: "absent" })).rejects.toThrow("not found");
  expect(states).toEqual([]);
});

test("a host that stays away is reported as such, and reconnected when it is back", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { client, host, kill, start, states } = connect();
  await client.profile.get.query();
  kill();
  const asked = client.profile.get.query();
  await vi.waitFor(() => expect(host.state).toBe("restarting"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(host.state).toBe("away");
  start();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await asked).toMatchObject({ user: "users/local" });
  expect(states).toEqual(["restarting", "away", "up"]);
});
