import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, expect, test } from "@playwright/test";
import { chromiumLaunchOptions } from "../../scripts/chromium.ts";
import { openRawLine } from "./raw-line.ts";
import { servePage } from "./serve-page.ts";

const kills = 50;

/** A browser whose processes can all be killed at once, over a profile that outlives it. */
async function startBrowser(profile: string) {
  const { executablePath, args } = chromiumLaunchOptions();
  const started: ChildProcess = spawn(
    executablePath ?? chromium.executablePath(),
    [...args, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`],
    { detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const { pid, stderr } = started;
  if (pid === undefined || stderr === null) throw new Error("the browser doesn't start");
  const ended = new Promise((resolve) => started.once("exit", resolve));
  let address: string | undefined;
  for await (const line of createInterface({ input: stderr })) {
    address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) break;
  }
  stderr.resume();
  const browser = await chromium.connectOverCDP(address ?? "");
  return {
    context: browser.contexts()[0] ?? (await browser.newContext()),
    kill(): void {
      // The whole group: the browser, its renderers and its other processes.
      process.kill(-pid, "SIGKILL");
    },
    async gone(): Promise<void> {
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

test("A41b · no acknowledged write is lost when the whole browser is killed 50 times", async () => {
  test.setTimeout(1_800_000);
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-kills-"));
  await using served = await servePage();
  const acknowledged: string[] = [];
  let checked = 0;
  let draft = 0;

  for (let n = 0; n <= kills; n += 1) {
    const browser = await startBrowser(folder.path);
    const page = browser.context.pages()[0] ?? (await browser.context.newPage());
    await page.goto(served.url);
    await openRawLine(page);

    const lost = await page.evaluate(async (ids) => {
      const found = await Promise.allSettled(
        ids.map((id) => callHost("query", "memos.get", { id })),
      );
      return ids.filter((_id, at) => found[at]?.status === "rejected");
    }, acknowledged.slice(checked));
    expect(lost, `after kill ${n}`).toEqual([]);
    checked = acknowledged.length;
    const { normal } = (await page.evaluate(() =>
      callHost("query", "memos.counts", undefined),
    )) as { readonly normal: number };
    expect(normal).toBeGreaterThanOrEqual(acknowledged.length);
    const stored = await page.evaluate(() => callHost("query", "drafts.get", { key: "kills" }));
    expect(Number(stored)).toBeGreaterThanOrEqual(draft);

    if (n === kills) {
      browser.kill();
      await browser.gone();
      break;
    }
    const killAt = acknowledged.length + 3 + (n % 10);
    const isKilled = Promise.withResolvers<void>();
    await page.exposeFunction("acknowledge", (id: string | null, drafted: number | null) => {
      if (id !== null) acknowledged.push(id);
      if (drafted !== null) draft = drafted;
      if (acknowledged.length !== killAt) return;
      browser.kill();
      isKilled.resolve();
    });
    void page
      .evaluate((firstDraft) => {
        const { acknowledge } = globalThis as unknown as {
          acknowledge(id: string | null, drafted: number | null): Promise<void>;
        };
        const create = async (loop: string): Promise<never> => {
          for (let at = 0; ; at += 1) {
            const content = `Memo ${at} of loop ${loop}`;
            const made = await callHost("mutation", "memos.create", { content });
            void acknowledge((made as { readonly id: string }).id, null);
          }
        };
        const type = async (): Promise<never> => {
          for (let at = firstDraft + 1; ; at += 1) {
            await callHost("mutation", "drafts.set", { key: "kills", content: String(at) });
            void acknowledge(null, at);
          }
        };
        return Promise.all([create("a"), create("b"), type()]);
      }, draft)
      // The page is gone.
      .catch(() => undefined);
    await isKilled.promise;
    await browser.gone();
  }
  expect(acknowledged.length).toBeGreaterThan(kills * 3);
});
