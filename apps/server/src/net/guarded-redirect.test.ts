import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";
import * as publicAddress from "./public-address.ts";

// Simulates the network: one of this machine's addresses is public, the others are reachable only from the
// server.
beforeEach(() => {
  vi.spyOn(publicAddress, "isPublicAddress").mockImplementation(
    (address) => address === "127.0.0.1",
  );
});
afterEach(() => void vi.restoreAllMocks());

/** Starts a server that listens on every address of this machine. */
async function listen(location?: (port: number) => string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.socket.localAddress ?? ""}${request.url ?? ""}`);
    if (location === undefined || request.url !== "/start") response.end("here");
    else {
      const { port } = server.address() as AddressInfo;
      response.writeHead(302, { location: location(port) }).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    asked,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const limits = { maxBytes: 1000, timeoutMs: 5000, allowPrivate: false } as const;

describe("a redirect", () => {
  test.each([
    ["an address inside", (port: number) => `http://127.0.0.2:${port}/secret`],
    ["a name that leads inside", (port: number) => `http://inside.example:${port}/secret`],
    ["an address inside without a protocol", (port: number) => `//127.0.0.2:${port}/secret`],
  ])("from outside to %s is refused before a request is sent there", async (_, location) => {
    await using server = await listen(location);
    const fetched = await guardedFetch(`http://outside.example:${server.port}/start`, {
      ...limits,
      resolve: async (name) => [
        { address: name === "outside.example" ? "127.0.0.1" : "127.0.0.2", family: 4 },
      ],
    });
    expect(fetched).toMatchObject({ ok: false, error: { type: "private-address" } });
    expect(server.asked).toEqual(["127.0.0.1/start"]);
  });

  test.each([[["127.0.0.1", "127.0.0.2"]], [["127.0.0.2", "127.0.0.1"]], [["127.0.0.1", "::1"]]])(
    "to a name with one internal address is refused: %s",
    async (addresses) => {
      await using server = await listen((port) => `http://mixed.example:${port}/secret`);
      const fetched = await guardedFetch(`http://outside.example:${server.port}/start`, {
        ...limits,
        resolve: async (name) =>
          (name === "outside.example" ? ["127.0.0.1"] : addresses).map((address) => ({
            address,
            family: address.includes(":") ? 6 : 4,
          })),
      });
      expect(fetched).toMatchObject({ ok: false, error: { type: "private-address" } });
      expect(server.asked).toEqual(["127.0.0.1/start"]);
    },
  );

  test("from outside to outside is followed", async () => {
    await using server = await listen((port) => `http://127.0.0.1:${port}/end`);
    const fetched = await guardedFetch(`http://127.0.0.1:${server.port}/start`, limits);
    expect(fetched).toMatchObject({ ok: true, value: { status: 200 } });
  });

  test("cannot rebind: a name that was public is fetched from the checked address", async () => {
    await using server = await listen((port) => `http://turning.example:${port}/end`);
    const answers = ["127.0.0.1", "127.0.0.2"];
    const resolved: string[] = [];
    const fetched = await guardedFetch(`http://turning.example:${server.port}/start`, {
      ...limits,
      resolve: async () => {
        const address = answers[resolved.length] ?? "127.0.0.2";
        resolved.push(address);
        return [{ address, family: 4 }];
      },
    });
    // The redirect is a new request that resolves the name again, and its address is checked too.
    expect(fetched).toMatchObject({ ok: false, error: { type: "private-address" } });
    expect(server.asked).toEqual(["127.0.0.1/start"]);
  });
});
