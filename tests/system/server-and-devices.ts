import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openHost, type OpenHost } from "../../apps/desktop/src/host/open-host.ts";
import { alice, serveHere } from "./in-process-server.ts";

export interface ServerAndDevices {
  /** The folders of all of them, gone after the test. */
  readonly dir: string;
  readonly url: string;
  /** The device of that name, which knows no server before it is told one. */
  device(name: string): Promise<OpenHost>;
  /** One that is connected, and has what the server has. */
  synced(name: string): Promise<OpenHost>;
}

/** A server and devices in this process, closed after the test. */
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
