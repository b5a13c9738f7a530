import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import type { SecretBox } from "@tidemark/replica";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Host, openHost } from "../../apps/desktop/src/host/open-host.ts";
import { serverTokenKey } from "../../packages/replica/src/sync/session-keys.ts";
import { alice, serveHere } from "./in-process-server.ts";

/** A keyring that turns texts round, as long as it is open. */
function keyring(): SecretBox & { isOpen: boolean } {
  const turned = (text: string): string => [...text].toReversed().join("");
  const box = {
    isOpen: true,
    seal: async (text: string) => (box.isOpen ? turned(text) : null),
    open: async (sealed: string) => (box.isOpen ? { text: turned(sealed), isStale: false } : null),
  };
  return box;
}

/** A server, and a device's folder that is opened again and again. */
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
    /** Does something with the device, opened with a keyring or without one. */
    async use<Result>(box: SecretBox | null, work: (host: Host) => Promise<Result>) {
      const host = await openHost({ dir: folder, ...(box !== null && { secrets: box }) });
      try {
        return await work(host);
      } finally {
        await host.close();
      }
    },
    /** The key of the server as it stands in the folder. */
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

test("the key of the server is sealed, and the next start syncs with it", async () => {
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

test("a plain key of before is sealed where there is a keyring, and stays where there is none", async () => {
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

test("with a keyring that does not open one signs in again, and loses nothing", async () => {
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
  // It may open another time.
  expect(await kept()).toBe(sealed);
  await use(null, async (host) => {
    await vi.waitFor(async () => expect(await state(host)).toBe("sign-in"));
    expect((await host.app.signIn(alice.password)).ok).toBe(true);
    await synced(host);
    expect((await host.app.syncStatus()).waiting).toBe(0);
    expect(await host.app.syncTools.keyKept()).toBe("plain");
  });
});

test("leaving the server ends a session whose key is sealed", async () => {
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
