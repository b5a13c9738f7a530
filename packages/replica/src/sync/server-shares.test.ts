import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { EventSource } from "eventsource";
import { describe, expect, test } from "vitest";
import { createShare, listShares, revokeShare } from "./server-shares.ts";
import { createSyncClient } from "./sync-client.ts";

// Bodies in this file are too short to be compressed.
const machine = {
  EventSource,
  gzip: async (text: string) => new TextEncoder().encode(text),
  pause: async () => {},
};
const share = { token: "t1", createdMs: 1, expiresMs: null };

interface Answer {
  readonly status: number;
  readonly body: object;
}

const answered = (data: unknown): Answer => ({ status: 200, body: { result: { data } } });
const failed = (status: number, code: string, app: object | null): Answer => ({
  status,
  body: { error: { message: "no", code: -32004, data: { code, httpStatus: status, app } } },
});
const refused = (status: number, code: string): Answer =>
  failed(status, code, { type: "app-error", code, message: "why", fields: [] });
/** Response of a server to a call that it doesn't know. */
const unknownCall = failed(404, "NOT_FOUND", null);

/** Runs `ask` with a server that always responds with this. */
async function against<T>(
  { status, body }: Answer,
  ask: (server: { client: ReturnType<typeof createSyncClient>; serverUrl: string }) => Promise<T>,
): Promise<T> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await ask({
      client: createSyncClient({ serverUrl, credential: { bearer: "token" }, machine }),
      serverUrl,
    });
  } finally {
    server.close();
  }
}

describe("a device that requests a memo's links from its server", () => {
  test("gets them with the server's public address", async () => {
    const answer = answered({ shares: [share], publicUrl: "https://notes.example/" });
    expect(await against(answer, (server) => listShares(server, "m1"))).toEqual({
      state: "listed",
      links: [{ ...share, url: "https://notes.example/s/t1" }],
    });
  });

  test("gets them with its own address of the server if there is no public one", async () => {
    const { made, serverUrl } = await against(
      answered({ shares: [share], publicUrl: null }),
      async (server) => ({
        made: await createShare(server, "m1", null),
        serverUrl: server.serverUrl,
      }),
    );
    expect(made).toEqual({ ok: true, value: { ...share, url: `${serverUrl}/s/t1` } });
  });

  test("learns that a memo was never sent, and that a server is too old", async () => {
    const list = (answer: Answer) => against(answer, (server) => listShares(server, "m1"));
    expect(await list(refused(404, "NOT_FOUND"))).toEqual({ state: "not-sent" });
    expect(await list(unknownCall)).toEqual({ state: "old-server" });
    await expect(list(refused(403, "PERMISSION_DENIED"))).rejects.toThrow("no");
    await expect(list({ status: 500, body: {} })).rejects.toThrow("Unable to transform");
  });

  test("can revoke an ended link, and fails on an old server", async () => {
    const revoke = (answer: Answer) => against(answer, (server) => revokeShare(server, "m1", "t1"));
    expect(await revoke(answered(null))).toEqual({ ok: true, value: null });
    expect(await revoke(refused(404, "NOT_FOUND"))).toEqual({ ok: true, value: null });
    expect(await revoke(refused(403, "PERMISSION_DENIED"))).toMatchObject({
      error: { code: "PERMISSION_DENIED" },
    });
    expect(await revoke(unknownCall)).toMatchObject({ error: { code: "FAILED_PRECONDITION" } });
  });

  test("creates none on an old server or one that refuses", async () => {
    const make = (answer: Answer) => against(answer, (server) => createShare(server, "m1", 1));
    expect(await make(unknownCall)).toMatchObject({ error: { code: "FAILED_PRECONDITION" } });
    expect(await make(refused(400, "INVALID_ARGUMENT"))).toMatchObject({
      error: { code: "INVALID_ARGUMENT" },
    });
  });
});
