import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import type { SecretBox } from "@tidemark/replica";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Host, openHost } from "../../apps/desktop/src/host/open-host.ts";
import { serverTokenKey } from "../../packages/replica/src/sync/session-keys.ts";
import { alice, serveHere } from "./in-process-server.ts";

/** Returns a keyring that reverses texts while it is open. */
function keyring(): SecretBox & { isOpen: boolean } {
  const turned = (text: string): string => [...text].toReversed().join("");
  const box = {
    isOpen: true,
    seal: async (text: string) => (box.isOpen ? turned(text) : null),
    open: async (sealed: string) => (box.isOpen ? { text: turned(sealed), isStale: false } : null),
  };
  return box;
}

/** Starts a server and creates a device's folder, to be opened several times. */
async function world() {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-keyring-"));
  const server = await serveHere(join(dir, "server"));
  onTestFinished(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  const folder = join(dir, "device");
  mkdirSync(folder);
  return {
    url: server.url,
    /** Runs `work` with the device, opened with a keyring, or without one if null. */
    async use<Result>(box: SecretBox | null, work: (host: Host) => Promise<Result>) {
      const host = await openHost({ dir: folder, ...(box !== null && { secrets: box }) });
      try {
        return await work(host);
      } finally {
        await host.close();
      }
    },
    /** Returns the server's token as stored in the folder. */
    async kept(): Promise<string | null> {
      const opened = await openDatabase({ file: join(folder, "tidemark.db"), role: "device" });
      try {
        return await opened.database.read(({ meta }) => meta.get(serverTokenKey));
      } finally {
        await opened.close();
      }
    },
  };
}

const state = async (host: Host): Promise<string> => (await host.app.syncStatus()).state;
const synced = (host: Host) => vi.waitFor(async () => expect(await state(host)).toBe("synced"));

test("seals the server's token, and syncs with it after a restart", async () => {
  const { url, use, kept } = await world();
  const box = keyring();
  await use(box, async (host) => {
    expect((await host.app.connect({ url, ...alice })).ok).toBe(true);
    await synced(host);
    expect(await host.app.syncTools.keyKept()).toBe("sealed");
  });
  expect(await kept()).toMatch(/^sealed:1:/);
  await use(box, synced);
});

test("seals an existing plain token when a keyring opens, and keeps it plain otherwise", async () => {
  const { url, use, kept } = await world();
  await use(null, async (host) => {
    expect((await host.app.connect({ url, ...alice })).ok).toBe(true);
    expect(await host.app.syncTools.keyKept()).toBe("plain");
  });
  const plain = await kept();
  expect(plain).not.toMatch(/^sealed:/);
  const closed = keyring();
  closed.isOpen = false;
  await use(closed, synced);
  expect(await kept()).toBe(plain);
  await use(keyring(), async (host) => {
    await synced(host);
    await vi.waitFor(async () => expect(await host.app.syncTools.keyKept()).toBe("sealed"));
  });
  expect(await kept()).toMatch(/^sealed:1:/);
});

test("requires a new sign-in if the keyring doesn't open, and loses no data", async () => {
  const { url, use, kept } = await world();
  const box = keyring();
  await use(box, async (host) => {
    await host.app.connect({ url, ...alice });
    await synced(host);
  });
  const sealed = await kept();
  box.isOpen = false;
  await use(box, async (host) => {
    await vi.waitFor(async () => expect(await state(host)).toBe("sign-in"));
    const made = await host.app.createMemo({ content: "written while signed out" });
    expect(made.ok).toBe(true);
  });
  // The keyring may open later.
  expect(await kept()).toBe(sealed);
  await use(null, async (host) => {
    await vi.waitFor(async () => expect(await state(host)).toBe("sign-in"));
    expect((await host.app.signIn(alice.password)).ok).toBe(true);
    await synced(host);
    expect((await host.app.syncStatus()).waiting).toBe(0);
    expect(await host.app.syncTools.keyKept()).toBe("plain");
  });
});

test("a disconnect with a sealed token can be undone, and removes the token", async () => {
  const { url, use, kept } = await world();
  const box = keyring();
  await use(box, async (host) => {
    await host.app.connect({ url, ...alice });
    await synced(host);
    await host.app.disconnect();
    expect((await host.app.undoDisconnect()).ok).toBe(true);
    await synced(host);
    await host.app.disconnect();
  });
  expect(await kept()).toBeNull();
});
