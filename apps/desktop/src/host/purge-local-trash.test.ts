import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openHost } from "./open-host.ts";
import { accountKey } from "@tidemark/core/sync/device";

const dayMs = 86_400_000;

/**
 * Opens a profile again, with one memo that has been in the trash for `days`. Returns the count in the trash.
 */
async function afterDays(days: number, account: string | null) {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-trash-"));
  const first = await openHost({ dir });
  const made = await first.app.createMemo({ content: "unwanted" });
  const id = made.ok ? made.value.id : "";
  await first.app.trashMemos([id]);
  await first.close();
  const profile = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  await profile.database.write(async ({ memos, meta }) => {
    const memo = await memos.find(id);
    if (memo === null) throw new Error("the memo is gone");
    const { tags, property, snippet, number: _number, ...row } = memo;
    const moved = { ...row, deletedMs: Date.now() - days * dayMs };
    const entity = { row: moved, text: { gen: row.gen, state: null }, elements: [] };
    await memos.save(entity, { tags, property, snippet });
    await meta.set(accountKey, account);
  });
  await profile.close();
  const host = await openHost({ dir });
  const trashed = (await host.app.counts()).trashed;
  await host.close();
  rmSync(dir, { recursive: true, force: true });
  return trashed;
}

describe("the trash of a profile without a server", () => {
  test("is purged after 30 days", async () => {
    expect(await afterDays(31, null)).toBe(0);
    expect(await afterDays(29, null)).toBe(1);
  });

  test("is left to the server once there is an account", async () => {
    expect(await afterDays(31, "users/local")).toBe(1);
  });
});
