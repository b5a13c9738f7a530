import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DraftTurn } from "@tidemark/core/router";
import { openDatabase } from "@tidemark/db/node";
import { afterEach, expect, test } from "vitest";
import { hostDrafts } from "./host-drafts.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Opens a database with a draft. `restart` returns the calls of a new host over it. */
async function withDraft(content: string) {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-drafts-"));
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  closing.push(async () => {
    await opened.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const drafts = hostDrafts(opened.database);
  await drafts.setDraft("composer", content);
  return {
    get: () => drafts.getDraft("composer"),
    set: (text: string, reading?: string, turn?: DraftTurn) =>
      drafts.setDraft("composer", text, { reading, turn }),
    restart: () => hostDrafts(opened.database),
  };
}

test("text saved before the draft was read follows it, however often it is saved", async () => {
  const { get, set } = await withDraft("milk");
  expect(await Promise.all([set("t", "r"), set("te", "r")])).toEqual(["milk", "milk"]);
  expect(await set("tea", "r")).toBe("milk");
  expect(await get()).toBe("milk\n\ntea");
  // Sent as a memo, or deleted.
  expect(await set("", "r")).toBe("milk");
  expect(await get()).toBe("milk");
});

test("text replaces a draft that was read, and nothing is put before text without a draft", async () => {
  const { get, set } = await withDraft("milk");
  await set("t", "r");
  expect(await set("milk\n\ntea")).toBe("");
  expect(await get()).toBe("milk\n\ntea");
  await set("");
  expect(await set("bread", "r2")).toBe("");
  expect(await set("bread and", "r2")).toBe("");
  expect(await get()).toBe("bread and");
});

test("a second reading follows what the first one left", async () => {
  const { get, set } = await withDraft("milk");
  await set("tea", "r");
  expect(await set("bread", "r2")).toBe("milk\n\ntea");
  expect(await get()).toBe("milk\n\ntea\n\nbread");
});

test("a save that another overtook still returns the draft", async () => {
  const { get, set } = await withDraft("milk");
  const late = set("tea", "r", { page: "p", number: 2 });
  expect(await set("t", "r", { page: "p", number: 1 })).toBe("milk");
  expect(await late).toBe("milk");
  expect(await get()).toBe("milk\n\ntea");
});

test("the last save of an ended page changes nothing when it is repeated to a new host", async () => {
  const { get, set, restart } = await withDraft("milk");
  await set("tea", "r", { page: "p", number: 1 });
  const again = restart();
  const save = { reading: "r", turn: { page: "p", number: 1 } };
  expect(await again.setDraft("composer", "tea", save)).toBe("milk");
  expect(await get()).toBe("milk\n\ntea");
  expect(await again.setDraft("composer", "teas", { reading: "r" })).toBe("milk");
  expect(await get()).toBe("milk\n\nteas");
});

test("keeps the draft that a page sent last, in whatever order they arrive", async () => {
  const { get, set } = await withDraft("");
  await set("second", undefined, { page: "a", number: 2 });
  await set("first", undefined, { page: "a", number: 1 });
  expect(await get()).toBe("second");
  await set("third", undefined, { page: "a", number: 3 });
  expect(await get()).toBe("third");
});

test("treats pages independently, and stores drafts without a turn as they arrive", async () => {
  const { get, set } = await withDraft("");
  await set("of a", undefined, { page: "a", number: 7 });
  await set("of b", undefined, { page: "b", number: 1 });
  expect(await get()).toBe("of b");
  await set("no turn");
  expect(await get()).toBe("no turn");
});
