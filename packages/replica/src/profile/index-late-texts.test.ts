import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { deriveMemo } from "@tidemark/core/markdown";
import { openDatabase } from "@tidemark/db/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { indexLateTexts, type LateTextsDeps } from "./index-late-texts.ts";

const memos = 12;

/** A profile with unindexed texts, each as long as one transaction's limit. */
async function profile(): Promise<{ database: DeviceDatabase; isAny: () => Promise<boolean> }> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-late-"));
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  onTestFinished(async () => {
    await opened.close();
    await rm(dir, { recursive: true, force: true });
  });
  const { database } = opened;
  await database.write(async (stores) => {
    await stores.lateTexts.begin();
    for (let n = 0; n < memos; n += 1) {
      const content = `${n} ${"word ".repeat(40_000)}`;
      const row = {
        id: `m${n}`,
        creator: "users/local",
        parent: null,
        content,
        gen: 1,
        stamps: { "*": "018bcfe56800-0000-a" },
        seq: 0,
        extra: {},
        state: "NORMAL",
        visibility: "PRIVATE",
        pinned: false,
        space: null,
        deletedMs: null,
        location: null,
        createdMs: n,
        updatedMs: n,
      } as const;
      const entity = { row, text: { gen: 1, state: null }, elements: [] };
      await stores.memos.insert(entity, deriveMemo(content));
    }
  });
  return { database, isAny: () => database.read(({ lateTexts }) => lateTexts.isAny()) };
}

const quiet = { state: "synced", lastSyncedMs: null } as const;
const taking = { state: "syncing", lastSyncedMs: null } as const;

const log = (line: string): void => {
  throw new Error(line);
};

test("indexes unindexed texts, and yields after each part", async () => {
  const { database, isAny } = await profile();
  let turns = 0;
  await using late = indexLateTexts({
    database,
    status: () => quiet,
    pause: async () => void (turns += 1),
    log,
  });
  expect(await isAny()).toBe(true);
  late.index();
  await vi.waitFor(async () => expect(await isAny()).toBe(false));
  expect(turns).toBe(memos);
  late.index();
});

test("stops while memos are being received, and resumes after that", async () => {
  const { database, isAny } = await profile();
  let isTaking = true;
  let turns = 0;
  await using late = indexLateTexts({
    database,
    status: () => (isTaking ? taking : quiet),
    pause: async () => {
      turns += 1;
      if (turns === 3) isTaking = true;
    },
    log,
  });
  late.index();
  isTaking = false;
  late.index();
  await vi.waitFor(() => expect(isTaking).toBe(true));
  expect(await isAny()).toBe(true);
  isTaking = false;
  late.index();
  await vi.waitFor(async () => expect(await isAny()).toBe(false));
  expect(turns).toBe(memos);
});

test.each([
  ["a round that was seen to take memos", [taking, { state: "offline", lastSyncedMs: null }]],
  ["a round of a device that was synced before", [{ state: "synced", lastSyncedMs: 8 }]],
] as const)("indexes texts after %s, and not before", async (_case, said) => {
  const { database, isAny } = await profile();
  let status: ReturnType<LateTextsDeps["status"]> = quiet;
  let asked = 0;
  await using late = indexLateTexts({
    database: {
      ...database,
      read: (work) => {
        asked += 1;
        return database.read(work);
      },
    },
    status: () => status,
    pause: () => Promise.resolve(),
    log,
  });
  late.noticed();
  expect(asked).toBe(0);
  for (status of said) late.noticed();
  await vi.waitFor(async () => expect(await isAny()).toBe(false));
  expect(asked).toBe(1);
  late.noticed();
  expect(asked).toBe(1);
});

test("leaves texts unindexed when the profile is closed, and logs write errors", async () => {
  const { database, isAny } = await profile();
  const lines: string[] = [];
  const late = indexLateTexts({
    database: {
      ...database,
      write: () => Promise.reject(new Error("the disk is full")),
    },
    status: () => quiet,
    pause: () => Promise.resolve(),
    log: (line) => lines.push(line),
  });
  late.index();
  await vi.waitFor(() => expect(lines).toEqual(["texts: the disk is full"]));
  await late[Symbol.asyncDispose]();
  late.index();
  expect(lines).toHaveLength(1);
  expect(await isAny()).toBe(true);
});
