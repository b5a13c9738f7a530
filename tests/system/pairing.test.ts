import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { OpenHost } from "../../apps/desktop/src/host/open-host.ts";
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

/** A server that answers everything with one status and body, as an older one or none of ours does. */
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

describe("A34 · a device that comes by a code", { timeout: 60_000 }, () => {
  test("is connected as after a sign-in: what either has is on both, and it comes back by itself", async () => {
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

  test("is told why it is not, and has lost nothing by that", async () => {
    const { url, device, synced } = await serverAndDevices();
    const desk = await synced("desk");
    const laptop = await device("laptop");
    await laptop.app.createMemo({ content: "from the laptop" });
    const wrong = await laptop.app.connectByCode({ url, code: "0000000000000000" });
    expect(wrong).toMatchObject({ ok: false, error: { code: "PERMISSION_DENIED" } });
    const { id, code } = await offeredBy(desk);
    expect(await desk.app.pairing.cancel(id)).toEqual({ ok: true, value: null });
    // It may be done again.
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

  test("says of a server from before there were codes that it is too old", async () => {
    const { device } = await serverAndDevices();
    const laptop = await device("laptop");
    const app = { type: "app-error", code: "UNAUTHENTICATED", message: "sign in", fields: [] };
    const data = { code: "UNAUTHORIZED", httpStatus: 401, app };
    const url = await serverThatSays(401, { error: { message: "sign in", code: -32001, data } });
    expect(await laptop.app.connectByCode({ url, code: "0000000000000000" })).toMatchObject({
      error: { code: "FAILED_PRECONDITION", message: expect.stringContaining("too old") },
    });
  });

  test("says that too much was tried, where it was", async () => {
    const { url, device } = await serverAndDevices();
    const laptop = await device("laptop");
    const code = "0000000000000000";
    for (let n = 0; n < 50; n += 1) await laptop.app.connectByCode({ url, code });
    expect(await laptop.app.connectByCode({ url, code })).toMatchObject({
      error: { code: "RESOURCE_EXHAUSTED" },
    });
  });
});
