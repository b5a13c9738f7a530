import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { alice, serveHere } from "./in-process-server.ts";
import { serverUrlKey } from "@tidemark/core/sync/device";
import {
  endingKey,
  type EndingSession,
  leftKey,
} from "../../packages/replica/src/sync/left-server.ts";

/**
 * Starts a server, a device that stays connected and counts the sessions, and a device that disconnects.
 */
async function open() {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-leaving-"));
  let server = await serveHere(join(dir, "server"));
  const hosts: Host[] = [];
  onTestFinished(async () => {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  const device = async (name: string): Promise<Host> => {
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    return host;
  };
  for (const name of ["desk", "laptop"]) mkdirSync(join(dir, name));
  const desk = await device("desk");
  const laptop = await device("laptop");
  for (const host of [desk, laptop]) {
    expect((await host.app.connect({ url: server.url, ...alice })).ok).toBe(true);
    await host.app.syncNow();
  }
  const sessions = async (): Promise<number> => {
    const devices = await desk.app.syncTools.devices();
    return devices.ok ? devices.value.length : -1;
  };
  expect(await sessions()).toBe(2);
  return {
    url: server.url,
    laptop,
    /** Stops the server. Returns a function that restarts it on its port. */
    async stopServer() {
      await server[Symbol.asyncDispose]();
      return async () => {
        server = await serveHere(join(dir, "server"), Number(new URL(server.url).port));
      };
    },
    folder: join(dir, "laptop"),
    sessions,
    async reopenLaptop() {
      await laptop.close();
      hosts.splice(hosts.indexOf(laptop), 1);
      return () => device("laptop");
    },
  };
}

test("W6a · undoing a disconnect needs no password and restores the pause", async () => {
  const { laptop, url, sessions } = await open();
  await laptop.app.setPaused(true);
  const left = await laptop.app.disconnect();
  expect(left).toMatchObject({ ok: true, value: { state: "local", serverUrl: null } });
  expect(await laptop.app.lastServer()).toEqual({ url, username: alice.username });
  expect(await laptop.app.undoDisconnect()).toMatchObject({
    ok: true,
    value: { state: "paused", serverUrl: url },
  });
  expect(await laptop.app.setPaused(false)).toMatchObject({ serverUrl: url });
  await laptop.app.syncNow();
  expect((await laptop.app.syncStatus()).state).toBe("synced");
  expect(await sessions()).toBe(2);
});

test("W6c · connecting again instead of undoing ends the old session", async () => {
  const { laptop, url, sessions } = await open();
  await laptop.app.disconnect();
  expect((await laptop.app.connect({ url, ...alice })).ok).toBe(true);
  await vi.waitFor(async () => expect(await sessions()).toBe(2));
  expect(await laptop.app.undoDisconnect()).toMatchObject({
    ok: false,
    error: { code: "FAILED_PRECONDITION" },
  });
});

test("W6a · a disconnect can be undone after a restart until its time is over", async () => {
  const { laptop, folder, sessions, reopenLaptop } = await open();
  await laptop.app.disconnect();
  const reopen = await reopenLaptop();
  expect(await sessions()).toBe(2);
  const profile = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
  await profile.database.write(async ({ meta }) => {
    const left = await meta.get(leftKey);
    if (left !== null) await meta.set(leftKey, { ...left, leftMs: Date.now() - 120_000 });
  });
  await profile.close();
  const again = await reopen();
  expect(await again.app.undoDisconnect()).toMatchObject({ ok: false });
  await vi.waitFor(async () => expect(await sessions()).toBe(1));
  expect(await again.app.lastServer()).not.toBeNull();
});

test("W6c · a session not ended while the server was down is ended at a later start", async () => {
  const { laptop, folder, sessions, stopServer, reopenLaptop } = await open();
  const ending = async (): Promise<readonly EndingSession[] | null> => {
    const profile = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
    try {
      return await profile.database.read(({ meta }) => meta.get(endingKey));
    } finally {
      await profile.close();
    }
  };
  await laptop.app.disconnect();
  const startServer = await stopServer();
  const reopen = await reopenLaptop();
  const profile = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
  await profile.database.write(async ({ meta }) => {
    const left = await meta.get(leftKey);
    if (left !== null) await meta.set(leftKey, { ...left, leftMs: Date.now() - 120_000 });
  });
  await profile.close();

  const lines: string[] = [];
  const unheard = await openHost({ dir: folder, log: (line) => lines.push(line) });
  await vi.waitFor(() => expect(lines.join()).toContain("sign-out:"));
  expect(await unheard.app.undoDisconnect()).toMatchObject({ ok: false });
  await unheard.close();
  expect(await ending()).not.toBeNull();

  await startServer();
  await vi.waitFor(async () => expect(await sessions()).toBe(2), { timeout: 30_000 });
  const again = await reopen();
  await vi.waitFor(async () => expect(await sessions()).toBe(1));
  await again.close();
  expect(await ending()).toBeNull();
});

test("W4 · a device closes its database even if its server accepts calls and never answers", async () => {
  const { url, laptop, folder, stopServer, reopenLaptop } = await open();
  await stopServer();
  const asked = Promise.withResolvers<void>();
  const silent = createServer(() => asked.resolve());
  silent.listen(Number(new URL(url).port), "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    silent.closeAllConnections();
    silent.close();
  });
  void laptop.app.syncNow().catch(() => undefined);
  await asked.promise;
  // Without this the host waits half a minute for its calls; main kills it after three seconds.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await reopenLaptop();
  const profile = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
  expect(await profile.database.read(({ meta }) => meta.get(serverUrlKey))).toBe(url);
  await profile.close();
});
