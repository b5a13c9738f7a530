import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { type ServedWorker, serveWorker } from "./serve-worker.ts";

type Ask = (...order: string[]) => Promise<unknown>;

const test = base.extend<{ readonly ask: Ask }, { readonly served: ServedWorker }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await serveWorker(resolve(import.meta.dirname, "contents-worker.ts"));
      await provide(served);
    },
    { scope: "worker" },
  ],
  ask: async ({ page, served }, provide) => {
    await page.goto(served.url);
    await start(page);
    await provide((...order) =>
      page.evaluate((asked) => {
        const { worker } = globalThis as unknown as { worker: Worker };
        const id = Math.random();
        const answer = new Promise((done, failed) => {
          worker.addEventListener("message", ({ data }) => {
            if (data.id !== id) return;
            if (data.failed === undefined) done(data.answer);
            else failed(new Error(data.failed));
          });
        });
        worker.postMessage({ id, order: asked });
        return answer;
      }, order),
    );
  },
});

/** Starts a worker, after ending the one before. */
async function start(page: Page): Promise<void> {
  await page.evaluate(() => {
    const started = globalThis as unknown as { worker?: Worker };
    started.worker?.terminate();
    started.worker = new Worker("/worker.js", { type: "module" });
  });
}

const sha = (text: string): string => createHash("sha256").update(text).digest("hex");
const hello = sha("hello");

test("contents are stored in OPFS under their hash, and there after the worker was ended", async ({
  page,
  ask,
}) => {
  await ask("open");
  expect(await ask("keep", "hel|lo")).toBe(hello);
  expect(await ask("keep", "hello")).toBe(hello);
  expect(await ask("overwrite", "hello", "0", "J")).toBe(sha("Jello"));
  expect(await ask("tooLarge", "hello")).toBe(true);
  await ask("stage", "half a file");

  await start(page);
  await ask("open");
  expect(await ask("read", hello)).toBe("hello");
  expect(await ask("range", hello, "1", "3")).toBe("el");
  expect(await ask("size", hello)).toBe(5);
  expect(await ask("read", sha("other"))).toBeNull();
  expect(await ask("list")).toHaveLength(2);
  expect(await ask("entries")).toEqual(
    [
      `kept/${hello}`,
      `kept/${sha("Jello")}`,
      `times/${hello}-1000`,
      `times/${sha("Jello")}-1000`,
    ].toSorted(),
  );
});

test("contents are removed unless they were stored or used again since", async ({ page, ask }) => {
  await ask("open");
  await ask("keep", "hello");
  expect(await ask("remove", hello, "1000")).toBe(false);
  await ask("at", "2000");
  expect(await ask("refresh", hello)).toBe(true);

  await start(page);
  await ask("at", "2500");
  await ask("open");
  expect(await ask("remove", hello, "1500")).toBe(false);
  expect(await ask("remove", hello, "2001")).toBe(true);
  expect(await ask("entries")).toEqual([]);
  expect(await ask("refresh", hello)).toBe(false);
});

test("clearing leaves no content, and the store works on", async ({ ask }) => {
  await ask("open");
  await ask("keep", "hello");
  await ask("clear");
  expect(await ask("entries")).toEqual([]);
  expect(await ask("keep", "again")).toBe(sha("again"));
  expect(await ask("read", sha("again"))).toBe("again");
});

test("a file whose last step found no room is stored by the next attempt", async ({ ask }) => {
  await ask("open");
  await ask("failMove");
  await expect(ask("keep", "hello")).rejects.toThrow();
  expect(await ask("entries")).toEqual([]);
  expect(await ask("keep", "hello")).toBe(hello);
  expect(await ask("read", hello)).toBe("hello");
});

test("a file for which there is no room is refused as such, and leaves nothing", async ({
  page,
  served,
  ask,
}) => {
  await ask("open");
  await ask("keep", "hello");
  const browser = await page.context().newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const quota = (quotaSize?: number) =>
    browser.send("Storage.overrideQuotaForOrigin", {
      origin: served.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await quota(used + 1_000_000);
  await expect(ask("keepLarge", "4000000")).rejects.toThrow("browser has no more space");
  expect(await ask("read", hello)).toBe("hello");
  expect(await ask("entries")).toHaveLength(2);
  await quota();
  const large = "x".repeat(4_000_000);
  expect(await ask("keepLarge", "4000000")).toBe(sha(large));
  expect(await ask("read", sha(large))).toHaveLength(large.length);
});
