import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { giveBackMemory } from "./give-back-memory.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** Starts a server with a manual clock, and records when memory is released. */
async function watched() {
  const server = createServer((_request, response) => response.end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let given = 0;
  let nowMs = 0;
  let rssBytes = 100_000_000;
  const opened = {
    giveBackMemory: async () => {
      given += 1;
    },
  };
  const giving = giveBackMemory(
    { server, opened },
    pino({ level: "silent" }),
    () => nowMs,
    () => rssBytes,
  );
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i += 1) {
      nowMs += 1000;
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  const ask = async (path = "/"): Promise<void> => {
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  };

  return {
    given: () => given,
    giving,
    pass,
    ask,
    grow: (bytes: number) => {
      rssBytes += bytes;
    },
    async [Symbol.asyncDispose]() {
      await giving[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    },
  };
}

test("memory is released once after a quiet period, and again after the next burst", async () => {
  await using server = await watched();
  const { given, pass, ask } = server;
  await ask();
  await pass(15);
  await ask();
  await pass(15);
  expect(given()).toBe(0);
  await pass(10);
  expect(given()).toBe(1);
  await pass(60);
  expect(given()).toBe(1);
  await ask();
  await pass(30);
  expect(given()).toBe(2);
  await ask();
  await server.giving[Symbol.asyncDispose]();
  await pass(60);
  expect(given()).toBe(2);
});

test("memory of the start is released soon if there are no requests", async () => {
  await using server = await watched();
  await server.pass(3);
  expect(server.given()).toBe(1);
  await server.pass(60);
  expect(server.given()).toBe(1);
  await server.ask();
  await server.pass(15);
  expect(server.given()).toBe(1);
  await server.pass(15);
  expect(server.given()).toBe(2);
});

test("memory that grew without requests is released too, and only once if it doesn't shrink", async () => {
  await using server = await watched();
  await server.pass(3);
  expect(server.given()).toBe(1);
  server.grow(10_000_000);
  await server.pass(30);
  expect(server.given()).toBe(1);
  server.grow(10_000_000);
  await server.pass(30);
  expect(server.given()).toBe(2);
});

test("health checks don't delay the release", async () => {
  await using server = await watched();
  await server.ask("/readyz?of=memos");
  await server.pass(3);
  expect(server.given()).toBe(1);
  await server.ask("/readyzz");
  for (const path of ["/healthz", "/readyz", "/metrics"]) {
    await server.pass(7);
    await server.ask(path);
  }
  await server.pass(6);
  expect(server.given()).toBe(2);
});

test("garbage is collected from the heap", async () => {
  const server = createServer();
  let burst: object[] | null = Array.from({ length: 300_000 }, (_, n) => ({ n, text: `${n}` }));
  const before = process.memoryUsage().heapUsed;
  expect(burst.length).toBe(300_000);
  burst = null;
  let nowMs = 0;
  const opened = { giveBackMemory: async () => undefined };
  await using giving = giveBackMemory({ server, opened }, pino({ level: "silent" }), () => nowMs);
  void giving;
  nowMs = 60_000;
  await vi.advanceTimersByTimeAsync(5000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(10_000_000);
});
