import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHost } from "../host/open-host.ts";

const program = resolve(import.meta.dirname, "tidemark.ts");

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once("close", done));
}

/** Kills a process at a change of a folder, counted from 1, unless it ends before. */
async function killAtChange(child: ChildProcess, dir: string, nth: number): Promise<void> {
  const stop = new AbortController();
  child.once("close", () => stop.abort());
  let changes = 0;
  try {
    for await (const _ of watch(dir, { recursive: true, signal: stop.signal })) {
      changes += 1;
      if (changes === nth) child.kill("SIGKILL");
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

test("A30 · a restore that is killed leaves the old data or the restored data, never a part", async () => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-kills-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const count = async (change?: (host: Awaited<ReturnType<typeof openHost>>) => Promise<void>) => {
    const host = await openHost({ dir, isOffline: true });
    try {
      await change?.(host);
      const { normal } = await host.app.counts();
      expect((await readdir(dir)).filter((each) => each.includes("restoring"))).toEqual([]);
      return normal;
    } finally {
      await host.close();
    }
  };
  let name = "";
  const filler = "low water ".repeat(400);
  await count(async ({ app, backups }) => {
    for (let n = 0; n < 300; n += 1) await app.createMemo({ content: `${n} ${filler}` });
    ({ name } = await backups.now({ why: "asked", signal: AbortSignal.timeout(60_000) }));
    await app.createMemo({ content: "written since" });
  });
  const restore = (): ChildProcess =>
    spawn(process.execPath, [program, "restore", name, "--data", dir], { stdio: "ignore" });
  expect(await ended(restore())).toBe(0);
  expect(await count()).toBe(300);
  let killed = 0;
  for (let kill = 0; kill < 10; kill += 1) {
    const before = await count(
      async ({ app }) => void (await app.createMemo({ content: `${kill}` })),
    );
    const child = restore();
    const closed = ended(child);
    await killAtChange(child, dir, 1 + 3 * kill);
    await closed;
    if (child.signalCode === "SIGKILL") killed += 1;
    expect([300, before]).toContain(await count());
  }
  expect(killed).toBeGreaterThan(5);
  expect(await ended(restore())).toBe(0);
  expect(await count()).toBe(300);
}, 240_000);
