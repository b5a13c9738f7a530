import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import { backUp } from "../../apps/server/src/backup/back-up.ts";
import { restore } from "../../apps/server/src/backup/restore.ts";
import { texts, write } from "./host-memos.ts";
import { alice, serveHere } from "./in-process-server.ts";

test("I10 · devices push again what a restored backup lacks", async () => {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-restore-"));
  const data = join(dir, "server");
  const place = { data, files: null };
  const backup = join(dir, "backup.db");
  const hosts: Host[] = [];
  const device = async (name: string): Promise<Host> => {
    await mkdir(join(dir, name));
    const host = await openHost({ dir: join(dir, name) });
    hosts.push(host);
    return host;
  };
  let server = await serveHere(data);
  try {
    const port = Number(new URL(server.url).port);
    const desk = await device("desk");
    const laptop = await device("laptop");
    for (const host of [desk, laptop]) {
      const { ok } = await host.app.connect({ url: server.url, ...alice });
      expect(ok).toBe(true);
      await host.app.syncNow();
    }
    const early = await write(desk, "early");
    await desk.app.syncNow();
    await laptop.app.syncNow();
    expect(await backUp(place, backup)).toMatchObject({ ok: true });

    await desk.app.updateMemo(early, { content: "early, edited after the backup" });
    await write(desk, "written after the backup");
    await desk.app.syncNow();
    await laptop.app.syncNow();
    await laptop.app.setPaused(true);
    await write(laptop, "written while the server was away");
    await server[Symbol.asyncDispose]();
    expect(await restore(place, backup, { keepTokens: false })).toMatchObject({ ok: true });
    server = await serveHere(data, port);

    await laptop.app.setPaused(false);
    for (const host of [desk, laptop]) {
      await host.app.syncNow();
      expect((await host.app.syncStatus()).state).toBe("sign-in");
      expect(await host.app.signIn(alice.password)).toMatchObject({ ok: true });
    }
    for (const host of [desk, laptop, desk]) await host.app.syncNow();
    const all = [
      "early, edited after the backup",
      "written after the backup",
      "written while the server was away",
    ];
    expect(await texts(desk)).toEqual(all);
    expect(await texts(laptop)).toEqual(all);
    const fresh = await device("fresh");
    await fresh.app.connect({ url: server.url, ...alice });
    await fresh.app.syncNow();
    expect(await texts(fresh)).toEqual(all);
  } finally {
    for (const host of hosts) await host.close();
    await server[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  }
});
