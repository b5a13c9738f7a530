import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { apiClient } from "./api-client.ts";
import { texts, write } from "./host-memos.ts";
import { alice, serveHere } from "./in-process-server.ts";

test("R17 · I10 · devices push what a rolled-back server folder lacks, and nothing else", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-rollback-"));
  const data = join(dir, "server");
  const hosts: Host[] = [];
  const device = async (name: string, url: string): Promise<Host> => {
    mkdirSync(join(dir, name));
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    expect((await host.app.connect({ url, ...alice })).ok).toBe(true);
    await host.app.syncNow();
    return host;
  };
  let server = await serveHere(data);
  const port = Number(new URL(server.url).port);
  const restart = async (whileDown: () => void): Promise<void> => {
    await server[Symbol.asyncDispose]();
    whileDown();
    server = await serveHere(data, port);
  };
  try {
    const desk = await device("desk", server.url);
    const early = await write(desk, "early");
    await desk.app.syncNow();
    await restart(() => cpSync(data, join(dir, "copy"), { recursive: true }));
    await desk.app.syncNow();
    await desk.app.updateMemo(early, { content: "early, edited after the copy" });
    await write(desk, "written after the copy");
    await desk.app.syncNow();
    expect((await desk.app.syncStatus()).waiting).toBe(0);

    await desk.app.setPaused(true);
    await restart(() => {
      rmSync(data, { recursive: true });
      cpSync(join(dir, "copy"), data, { recursive: true });
    });
    const { body } = await apiClient(server.url, null).send("POST", "/auth/signin", alice);
    const api = apiClient(server.url, body.accessToken);
    // More changes than were lost: the highest seq no longer shows the rollback.
    for (let n = 0; n < 6; n += 1) {
      expect((await api.send("POST", "/memos", { content: `api ${n}` })).status).toBe(200);
    }
    await desk.app.setPaused(false);
    await desk.app.syncNow();
    const all = [
      ...Array.from({ length: 6 }, (_, n) => `api ${n}`),
      "early, edited after the copy",
      "written after the copy",
    ];
    expect(await texts(desk)).toEqual(all);
    expect(await texts(await device("fresh", server.url))).toEqual(all);
    // The rollback is detected once; later starts keep the new epoch.
    const { epoch } = await desk.app.syncTools.diagnostics();
    await restart(() => {});
    await write(desk, "later");
    await desk.app.syncNow();
    await desk.app.syncNow();
    expect(await desk.app.syncTools.diagnostics()).toMatchObject({ epoch, waiting: {} });
  } finally {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  }
});
