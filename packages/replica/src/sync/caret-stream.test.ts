import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { OtherEditor } from "@tidemark/core/carets";
import { EventSource } from "eventsource";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSyncClient } from "./sync-client.ts";

// Bodies in this file are too short to be compressed.
const machine = {
  EventSource,
  gzip: async (text: string) => new TextEncoder().encode(text),
  pause: async () => {},
};

/** Watches the carets of a memo at a server with this response, and returns what it receives. */
async function watchAt(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createSyncClient({ serverUrl: url, credential: { bearer: "token" }, machine });
  const heard: (readonly OtherEditor[])[] = [];
  const onEnded = vi.fn();
  const end = client.watchCarets(
    { memo: "m1", session: 1 },
    { onOthers: (others) => heard.push(others), onEnded },
  );
  onTestFinished(() => {
    end();
    server.closeAllConnections();
    server.close();
  });
  return { heard, onEnded };
}

test.each([
  ["does not know carets", 404, true],
  ["has ended the session", 401, true],
  ["is about to be back", 503, false],
  ["is busy", 429, false],
])("V4a · a server that %s is asked again or not", async (_, status, isRefused) => {
  let asked = 0;
  const { onEnded, heard } = await watchAt((_request, response) => {
    asked += 1;
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledWith(isRefused));
  expect(asked).toBe(1);
  expect(heard.flat()).toEqual([]);
});

test("V3 · editors from the server are accepted only in the protocol's format", async () => {
  const laptop = { session: 2, device: "Laptop", caret: null };
  const said = [
    [{ ...laptop, session: "two" }],
    [{ ...laptop, device: "x".repeat(101) }],
    [{ ...laptop, caret: { gen: 1, anchor: "no base64", head: "AQID", isTyping: true } }],
    Array.from({ length: 65 }, () => laptop),
    [{ ...laptop, newer: true }],
  ];
  const { heard } = await watchAt(({ url }, response) => {
    expect(url).toMatch(/^\/sync\/carets\?/);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("event: connected\ndata: {}\n\n");
    for (const others of said) response.write(`data: ${JSON.stringify(others)}\n\n`);
  });
  await vi.waitFor(() => expect(heard).toContainEqual([laptop]));
  expect(heard.flat()).toEqual([laptop]);
});
