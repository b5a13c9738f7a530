import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { eraseDueKey } from "@tidemark/core/commit";
import { openDatabase } from "@tidemark/db/node";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eraseDeleted } from "./erase-deleted.ts";

const closing: (() => Promise<void>)[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) await close();
});

/** Lets time pass and waits for work that this starts. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

/** A profile that counts its erasures. */
async function profile() {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-erase-"));
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  const { database } = opened;
  const seen = { inPlace: 0, erased: 0, log: [] as string[], during: async () => {} };
  closing.push(async () => {
    await opened.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    database,
    seen,
    start() {
      const erasing = eraseDeleted({
        database,
        eraseFiles: async () => {},
        eraseInPlace: async () => {
          seen.inPlace += 1;
        },
        eraseDeletedText: async () => {
          seen.erased += 1;
          await seen.during();
        },
        nowMs: Date.now,
        log: (line) => seen.log.push(line),
      });
      closing.unshift(async () => {
        await erasing[Symbol.asyncDispose]();
      });
      return erasing;
    },
    /** As a transaction that removes a memo does. */
    remove: () =>
      database.write(async ({ meta }) => {
        await meta.set(eraseDueKey, ((await meta.get(eraseDueKey)) ?? 0) + 1);
      }),
    isDue: async () => (await database.read(({ meta }) => meta.get(eraseDueKey))) !== null,
  };
}

describe("R16a · what was removed is erased", () => {
  test("once for many removals, when nothing has happened for a moment", async () => {
    const { seen, start, remove, isDue } = await profile();
    const erasing = start();
    for (let page = 0; page < 10; page += 1) {
      await remove();
      erasing.noticed();
      await pass(2_000);
    }
    expect(seen).toMatchObject({ inPlace: 0, erased: 0 });
    await pass(3_000);
    expect(seen).toMatchObject({ inPlace: 1, erased: 0 });
    expect(await isDue()).toBe(true);
    // Writes that remove nothing.
    erasing.noticed();
    await pass(20_000);
    erasing.noticed();
    await pass(20_000);
    expect(seen).toMatchObject({ inPlace: 1, erased: 0 });
    await pass(10_000);
    expect(seen).toMatchObject({ inPlace: 1, erased: 1 });
    expect(await isDue()).toBe(false);
  });

  test("without any pause, mostly within a minute and the rest within five", async () => {
    const { seen, start, remove } = await profile();
    const erasing = start();
    const goOn = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        await remove();
        erasing.noticed();
        await pass(1_000);
      }
    };
    await goOn(61);
    expect(seen).toMatchObject({ inPlace: 1, erased: 0 });
    await goOn(240);
    expect(seen.erased).toBe(1);
    await goOn(10);
    expect(seen.erased).toBe(1);
    await pass(60_000);
    expect(seen.erased).toBe(2);
  });

  test("not at all if nothing was removed", async () => {
    const { seen, start } = await profile();
    const erasing = start();
    erasing.noticed();
    await pass(120_000);
    expect(seen.erased).toBe(0);
    expect(await erasing.now()).toBe(true);
  });

  test("after the next start if the app ended before", async () => {
    const { seen, start, remove, isDue } = await profile();
    await remove();
    start();
    await pass(30_000);
    expect(seen.erased).toBe(1);
    expect(await isDue()).toBe(false);
  });

  test("again if more was removed during the run", async () => {
    const { seen, start, remove, isDue } = await profile();
    await remove();
    seen.during = async () => {
      seen.during = async () => {};
      await remove();
    };
    start();
    await pass(30_000);
    expect(seen.erased).toBe(1);
    expect(await isDue()).toBe(true);
    await pass(60_000);
    expect(seen.erased).toBe(2);
    expect(await isDue()).toBe(false);
  });

  test("later if it fails, with one entry in the sync log", async () => {
    const { database, seen, start, remove, isDue } = await profile();
    await remove();
    seen.during = async () => {
      throw new Error("database or disk is full");
    };
    const erasing = start();
    await pass(30_000);
    await pass(5 * 60_000);
    expect(seen.erased).toBe(2);
    expect(await isDue()).toBe(true);
    expect(seen.log).toEqual(Array(2).fill("erase: database or disk is full"));
    const noted = await database.read(({ syncLog }) => syncLog.list(9));
    expect(noted).toMatchObject([{ level: "error", code: "not-erased" }]);
    expect(await erasing.now()).toBe(false);
    seen.during = async () => {};
    await pass(5 * 60_000);
    expect(await isDue()).toBe(false);
  });
});
