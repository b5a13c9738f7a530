import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { alice } from "./in-process-server.ts";
import { serverAndDevices } from "./server-and-devices.ts";

async function offeredBy({ app }: OpenHost) {
  const offered = await app.pairing.begin();
  if (!offered.ok) throw new Error(offered.error.message);
  return offered.value;
}

async function textsOf({ app }: OpenHost): Promise<string[]> {
  const input = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 9 } as const;
  const page = await app.listMemos(input);
  return page.ok ? page.value.memos.map(({ content }) => content).toSorted() : [];
}

/**
 * Starts a server that answers every request with one status and body, like an older server or a foreign
 * one.
 */
async function serverThatSays(status: number, body: object): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const realFetch = globalThis.fetch;
/** Actions to run once before a call whose URL contains the key. */
const before = new Map<string, () => Promise<void>>();

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    for (const [words, act] of before) {
      const address = input instanceof Request ? input.url : String(input);
      if (!address.includes(words)) continue;
      before.delete(words);
      await act();
    }
    return realFetch(input, init);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  before.clear();
});

describe("A34 · a device that connects by a code", () => {
  test("is connected as after a sign-in, and both devices have all memos", async () => {
    const { url, device, synced } = await serverAndDevices();
    const desk = await synced("desk");
    await desk.app.createMemo({ content: "from the desk" });
    await desk.app.syncNow();
    const laptop = await device("laptop");
    await laptop.app.syncTools.renameDevice("Laptop");
    await laptop.app.createMemo({ content: "from the laptop" });
    const { id, code, serverUrl } = await offeredBy(desk);
    expect(serverUrl).toBe(url);
    expect(await desk.app.pairing.state(id)).toEqual({ ok: true, value: { state: "waiting" } });

    const connected = await laptop.app.connectByCode({ url, code });
    expect(connected).toMatchObject({ ok: true, value: { serverUrl: url } });
    await laptop.app.syncNow();
    await desk.app.syncNow();
    const both = ["from the desk", "from the laptop"];
    expect(await textsOf(laptop)).toEqual(both);
    expect(await textsOf(desk)).toEqual(both);
    expect((await laptop.app.profile()).user).toBe("users/alice");
    const used = { state: "used", device: "Laptop" };
    expect(await desk.app.pairing.state(id)).toEqual({ ok: true, value: used });
    const devices = await laptop.app.syncTools.devices();
    const here = devices.ok && devices.value.find(({ isCurrent }) => isCurrent);
    expect(here).toMatchObject({ name: "Laptop" });
  });

  test("gets the reason for a refusal and loses no data", async () => {
    const { url, device, synced } = await serverAndDevices();
    const desk = await synced("desk");
    const laptop = await device("laptop");
    await laptop.app.createMemo({ content: "from the laptop" });
    const wrong = await laptop.app.connectByCode({ url, code: "0000000000000000" });
    expect(wrong).toMatchObject({ ok: false, error: { code: "PERMISSION_DENIED" } });
    const { id, code } = await offeredBy(desk);
    expect(await desk.app.pairing.cancel(id)).toEqual({ ok: true, value: null });
    // Cancelling again succeeds.
    expect(await desk.app.pairing.cancel(id)).toEqual({ ok: true, value: null });
    expect(await laptop.app.connectByCode({ url, code })).toMatchObject({ ok: false });
    const already = await desk.app.connectByCode({ url, code });
    expect(already).toMatchObject({
      error: { code: "FAILED_PRECONDITION", message: expect.stringContaining("already") },
    });
    const away = await laptop.app.connectByCode({ url: "http://127.0.0.1:9", code });
    expect(away).toMatchObject({ error: { code: "UNAVAILABLE" } });
    expect(await laptop.app.syncStatus()).toMatchObject({ state: "local", serverUrl: null });
    expect(await textsOf(laptop)).toEqual(["from the laptop"]);
    expect(await laptop.app.pairing.begin()).toMatchObject({
      error: { code: "FAILED_PRECONDITION" },
    });
  });

  test("leaves no session if connecting fails after the code is used, and needs a new code", async () => {
    const { url, device, synced } = await serverAndDevices();
    const desk = await synced("desk");
    const laptop = await device("laptop");
    const deviceCount = async (): Promise<number> => {
      const devices = await desk.app.syncTools.devices();
      return devices.ok ? devices.value.length : -1;
    };
    const tryInVain = async (): Promise<void> => {
      const { id, code } = await offeredBy(desk);
      expect(await laptop.app.connectByCode({ url, code })).toMatchObject({
        error: { code: "FAILED_PRECONDITION", fields: [{ field: "code" }] },
      });
      expect(await desk.app.pairing.state(id)).toMatchObject({ value: { state: "used" } });
      expect(await laptop.app.syncStatus()).toMatchObject({ state: "local", serverUrl: null });
    };
    const fail = () => Promise.reject(new TypeError("fetch failed"));
    before.set("/sync/hello", fail);
    await tryInVain();
    await vi.waitFor(async () => expect(await deviceCount()).toBe(1));

    // If the sign-out fails too, it is repeated at the next connection.
    before.set("/sync/hello", fail);
    before.set("/sync/signOut", fail);
    await tryInVain();
    await vi.waitFor(() => expect(before.size).toBe(0));
    expect(await deviceCount()).toBe(2);
    const { code } = await offeredBy(desk);
    expect(await laptop.app.connectByCode({ url, code })).toMatchObject({ ok: true });
    await vi.waitFor(async () => expect(await deviceCount()).toBe(2));
  });

  test("reports a server without codes as too old", async () => {
    const { device } = await serverAndDevices();
    const laptop = await device("laptop");
    const app = { type: "app-error", code: "UNAUTHENTICATED", message: "sign in", fields: [] };
    const data = { code: "UNAUTHORIZED", httpStatus: 401, app };
    const url = await serverThatSays(401, { error: { message: "sign in", code: -32001, data } });
    expect(await laptop.app.connectByCode({ url, code: "0000000000000000" })).toMatchObject({
      error: { code: "FAILED_PRECONDITION", message: expect.stringContaining("too old") },
    });
  });

  test("reports too many attempts", async () => {
    const { url, device } = await serverAndDevices();
    const laptop = await device("laptop");
    const code = "0000000000000000";
    for (let n = 0; n < 50; n += 1) await laptop.app.connectByCode({ url, code });
    expect(await laptop.app.connectByCode({ url, code })).toMatchObject({
      error: { code: "RESOURCE_EXHAUSTED" },
    });
  });
});

describe("two connections at once", () => {
  test.each(["code", "password"])("one succeeds and one is refused: by %s", async (by) => {
    const { url, device, synced } = await serverAndDevices();
    const desk = await synced("desk");
    const laptop = await device("laptop");
    const codes = [await offeredBy(desk), await offeredBy(desk)] as const;
    const both = await Promise.all(
      codes.map(({ code }) =>
        by === "code"
          ? laptop.app.connectByCode({ url, code })
          : laptop.app.connect({ url, ...alice }),
      ),
    );
    expect(both).toEqual([
      expect.objectContaining({ ok: true }),
      expect.objectContaining({
        ok: false,
        error: expect.objectContaining({ code: "FAILED_PRECONDITION" }),
      }),
    ]);
    // The second attempt sent no request.
    expect(await desk.app.pairing.state(codes[1].id)).toMatchObject({
      value: { state: "waiting" },
    });
    const devices = await desk.app.syncTools.devices();
    expect(devices.ok && devices.value).toHaveLength(2);
  });

  test("a disconnect cancels a pending connection, and a pending connection refuses an undo", async () => {
    const { url, synced } = await serverAndDevices();
    const desk = await synced("desk");
    const laptop = await synced("laptop");
    before.set("/sync/hello", async () => void (await laptop.app.disconnect()));
    expect(await laptop.app.connect({ url, ...alice })).toMatchObject({
      error: { code: "FAILED_PRECONDITION", message: expect.stringContaining("in the meantime") },
    });
    expect(await laptop.app.syncStatus()).toMatchObject({ state: "local", serverUrl: null });

    const { code } = await offeredBy(desk);
    let back: unknown = null;
    before.set("/sync/hello", async () => void (back = await laptop.app.undoDisconnect()));
    expect(await laptop.app.connectByCode({ url, code })).toMatchObject({ ok: true });
    expect(back).toMatchObject({ error: { code: "FAILED_PRECONDITION" } });
  });
});
