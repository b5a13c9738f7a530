import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { EventSource } from "eventsource";
import { expect, onTestFinished, test } from "vitest";
import { busyServerOf } from "./busy-server.ts";
import { createServerAsks } from "./server-asks.ts";
import type { Session } from "./session.ts";
import { createSyncClient, syncFailureOf } from "./sync-client.ts";

// Bodies in this file are too short to be compressed.
const machine = {
  EventSource,
  gzip: async (text: string) => new TextEncoder().encode(text),
  pause: async () => {},
};

/** A client of a server with this response. */
async function clientAt(answer: RequestListener, signal?: AbortSignal) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = signal === undefined ? {} : { signal };
  return {
    serverUrl,
    client: createSyncClient({ serverUrl, credential: { bearer: "t" }, machine, ...given }),
  };
}

/** Responds with an error in the protocol's format. */
function refusing(httpStatus: number, app: object | null, headers = {}): RequestListener {
  const data = { code: "ANY", httpStatus, app };
  const body = JSON.stringify({ error: { message: "no", code: -32000, data } });
  return (_request, response) => {
    response.writeHead(httpStatus, { "content-type": "application/json", ...headers }).end(body);
  };
}

function answering(status: number, headers: object, body: string): RequestListener {
  return (_request, response) => void response.writeHead(status, { ...headers }).end(body);
}

/** Result of a comparison with a server with this response. */
async function compared(answer: RequestListener, signal?: AbortSignal) {
  const session = await clientAt(answer, signal);
  const asks = createServerAsks({
    session: () => session as unknown as Session,
    reachable: () => session as unknown as Session,
    hasServer: () => true,
    log: () => undefined,
  });
  const outcome = await asks.compare((ask) => ask({ after: "", upTo: null, isListed: false }));
  return outcome.ok ? "answered" : outcome.error;
}

const limited = { type: "app-error", code: "RESOURCE_EXHAUSTED", message: "wait", fields: [] };
const html = "<html>busy</html>";

test.each([
  ["says how long to wait", refusing(429, { ...limited, retryAfterMs: 7000 }), 7000],
  ["does not say it", refusing(429, limited), undefined],
  ["is behind what limits requests", answering(429, { "retry-after": "12" }, html), 12_000],
  ["is behind what finds it closed", answering(503, {}, html), undefined],
  ["is to be asked on a day", answering(503, { "retry-after": "Fri, 1 Jan 2027" }, ""), undefined],
])("A31c · a busy server that %s is told from others", async (_how, answer, retryAfterMs) => {
  const error = await compared(answer);
  expect(error).toMatchObject({ code: "RESOURCE_EXHAUSTED" });
  expect(error).toHaveProperty("message");
  expect((error as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs);
});

test.each([
  ["has no room on its disk", refusing(503, { ...limited, code: "UNAVAILABLE" })],
  ["has trouble", refusing(500, null)],
  ["is none of ours", answering(200, { "content-type": "text/html" }, html)],
])("A31c · a server that %s is not called busy", async (_how, answer) => {
  expect(await compared(answer)).toMatchObject({ code: "UNAVAILABLE" });
});

test("A31c · a server that says nothing in time is busy to whoever compares", async () => {
  const silent: RequestListener = () => undefined;
  expect(await compared(silent, AbortSignal.timeout(50))).toMatchObject({
    code: "RESOURCE_EXHAUSTED",
    message: "the server isn't responding",
  });
});

test("R8 · a sync with a busy server gets the delay", async () => {
  const { client } = await clientAt(refusing(429, { ...limited, retryAfterMs: 7000 }));
  const failure = await client.hello().catch((error: unknown) => syncFailureOf(error));
  expect(failure).toEqual({ type: "busy", message: "wait", retryAfterMs: 7000 });
});

test("an error outside a call says nothing about the server", () => {
  expect(busyServerOf(new Error("cut"))).toBeNull();
});
