import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openHost, type OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { alice, serveHere } from "./in-process-server.ts";

export interface ServerAndDevices {
  /** Folder of the server and all devices, deleted after the test. */
  readonly dir: string;
  readonly url: string;
  /** Opens the device of that name, not connected to a server. */
  device(name: string): Promise<OpenHost>;
  /** Opens a device, connects it and syncs it. */
  synced(name: string): Promise<OpenHost>;
}

/** Starts a server, and devices on demand, in this process; closes them after the test. */
export async function serverAndDevices(): Promise<ServerAndDevices> {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-devices-"));
  const server = await serveHere(join(dir, "server"));
  const hosts: OpenHost[] = [];
  onTestFinished(async () => {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  const device = async (name: string): Promise<OpenHost> => {
    await mkdir(join(dir, name), { recursive: true });
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    return host;
  };
  return {
    dir,
    url: server.url,
    device,
    async synced(name) {
      const host = await device(name);
      expect(await host.app.connect({ url: server.url, ...alice })).toMatchObject({ ok: true });
      await host.app.syncNow();
      return host;
    },
  };
}
