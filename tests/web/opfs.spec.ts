import { resolve } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";
import { type ServedWorker, serveWorker } from "./serve-worker.ts";

/** Orders to the worker of the page: each returns its answer, and throws its error. */
interface Database {
  ask(order: string, given?: string): Promise<string>;
  /** Starts another worker; the one before goes on. */
  start(): Promise<void>;
  /** Terminates the worker, as closing its page does. */
  terminate(): Promise<void>;
  /** Returns the last number that `writeOn` committed. */
  committed(): Promise<number>;
}

interface OfWorker {
  worker?: Worker;
  committed?: number;
}

const test = base.extend<{ readonly database: Database }, { readonly served: ServedWorker }>({
  served: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here.
    async ({}, provide) => {
      await using served = await serveWorker(resolve(import.meta.dirname, "pool-worker.ts"));
      await provide(served);
    },
    { scope: "worker" },
  ],
  database: async ({ page, served }, provide) => {
    await page.goto(served.url);
    const database = databaseOf(page);
    await database.start();
    await provide(database);
  },
});

function databaseOf(page: Page): Database {
  return {
    start: () =>
      page.evaluate(async () => {
        const started = new Worker("/worker.js", { type: "module" });
        Object.assign(globalThis, { worker: started });
        await new Promise<void>((resolve, reject) => {
          started.addEventListener("error", (event) => reject(new Error(event.message)));
          started.addEventListener("message", ({ data }) => {
            if (data.ready === true) resolve();
            if (data.committed !== undefined) Object.assign(globalThis, data);
          });
        });
      }),
    terminate: () => page.evaluate(() => (globalThis as OfWorker).worker?.terminate()),
    committed: () => page.evaluate(() => (globalThis as OfWorker).committed ?? -1),
    ask: (order, given = "") =>
      page.evaluate(
        async ([asked, value]) => {
          const { worker } = globalThis as OfWorker;
          const id = Math.random();
          const answer = new Promise<string>((resolve, reject) => {
            worker?.addEventListener("message", ({ data }) => {
              if (data.id !== id) return;
              if (data.failed === undefined) resolve(data.answer);
              else reject(new Error(data.failed));
            });
          });
          worker?.postMessage({ id, order: asked, given: value });
          return answer;
        },
        [order, given],
      ),
  };
}

test("a database in OPFS is there after it was closed, and after its worker was terminated", async ({
  database,
}) => {
  expect(await database.ask("open")).toBe("clean");
  await database.ask("write", "first");
  await database.ask("close");
  expect(await database.ask("open")).toBe("clean");
  expect(await database.ask("read")).toBe("users/first");
  await database.ask("write", "second");
  await database.terminate();
  await database.start();
  expect(await database.ask("open")).toBe("not closed");
  expect(await database.ask("read")).toBe("users/second");
  expect(await database.ask("check")).toBe("");
});

test("no committed write is lost when the worker is terminated while it writes", async ({
  database,
}) => {
  const kills = process.env["TIDEMARK_NIGHTLY"] === "1" ? 10 : 3;
  for (let kill = 0; kill < kills; kill += 1) {
    await database.ask("open");
    const before = await database.committed();
    void database.ask("writeOn", String(before + 1)).catch(() => {});
    await expect.poll(() => database.committed()).toBeGreaterThan(before + 5);
    await database.terminate();
    const committed = await database.committed();
    await database.start();
    await database.ask("open");
    const stored = Number((await database.ask("read")).replace("users/", ""));
    expect(stored).toBeGreaterThanOrEqual(committed);
    expect(await database.ask("check")).toBe("");
    await database.terminate();
    await database.start();
  }
});

test("a handle that fails once, or until the next start, costs no data", async ({ database }) => {
  await database.ask("open");
  await database.ask("write", "kept");
  await database.terminate();

  await database.start();
  await database.ask("failNextHandle");
  await database.ask("open");
  expect(await database.ask("read")).toBe("users/kept");
  await database.terminate();

  await database.start();
  await database.ask("failHandles");
  await expect(database.ask("open")).rejects.toThrow("no handle");
  await database.terminate();
  await database.start();
  await database.ask("open");
  expect(await database.ask("read")).toBe("users/kept");
});

test("a paused pool is opened by another worker, and a running one is not", async ({
  page,
  database,
}) => {
  await database.ask("open");
  await database.ask("write", "by the first");
  const first = await page.evaluateHandle(() => (globalThis as OfWorker).worker);
  await database.start();
  await expect(database.ask("open")).rejects.toThrow("Access Handles cannot be created");
  const use = (worker: typeof first) =>
    page.evaluate((given) => Object.assign(globalThis, { worker: given }), worker);
  const second = await page.evaluateHandle(() => (globalThis as OfWorker).worker);

  await use(first);
  expect(await database.ask("read")).toBe("users/by the first");
  await database.ask("close");
  await database.ask("pause");
  await use(second);
  await database.ask("open");
  expect(await database.ask("read")).toBe("users/by the first");
  await database.ask("write", "by the second");
  await database.ask("close");
  await database.ask("pause");
  await use(first);
  await database.ask("resume");
  await database.ask("open");
  expect(await database.ask("read")).toBe("users/by the second");
});

test("A42i · a full quota is reported as one, and the database works on once there is room", async ({
  page,
  served,
  database,
}) => {
  await database.ask("open");
  await database.ask("write", "small");
  const browser = await page.context().newCDPSession(page);
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const quota = (quotaSize?: number) =>
    browser.send("Storage.overrideQuotaForOrigin", {
      origin: served.url,
      ...(quotaSize !== undefined && { quotaSize }),
    });
  await quota(used + 1_000_000);
  const large = "x".repeat(4_000_000);
  await expect(database.ask("write", large)).rejects.toThrow("quota-full");
  expect(await database.ask("read")).toBe("users/small");
  await database.ask("write", "still small");
  expect(await database.ask("check")).toBe("");
  await quota();
  await database.ask("write", large);
  expect(await database.ask("read")).toBe(`users/${large}`);
});

test("removing the pool leaves nothing", async ({ page, database }) => {
  await database.ask("open");
  await database.ask("write", "gone");
  await database.ask("close");
  await database.ask("remove");
  const left = await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    return Array.fromAsync(root.keys());
  });
  expect(left).toEqual([]);
});
