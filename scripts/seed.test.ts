import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { generateMemos } from "../bench/corpus.ts";
import { rowsOf } from "../packages/db/tests/temp-database.ts";
import { seedFolder } from "./seed-folder.ts";

const dir = mkdtempSync(join(tmpdir(), "tidemark-seed-"));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

test("fills a new folder as a device's, the same every time, without duplicates", async () => {
  const memos = [...generateMemos("one-owner", 30, "a seed")];
  expect([...generateMemos("one-owner", 30, "a seed")]).toEqual(memos);
  expect(await seedFolder(dir, memos.slice(0, 20), null)).toEqual({
    ok: true,
    value: { created: 20, there: 0 },
  });
  expect(await seedFolder(dir, memos, null)).toEqual({
    ok: true,
    value: { created: 10, there: 20 },
  });
  const kept = rowsOf<{ id: string; creator: string; content: string; created_ms: number }>(
    join(dir, "tidemark.db"),
    "SELECT id, creator, content, created_ms FROM memo ORDER BY created_ms",
  );
  expect(kept).toEqual(
    memos.map(({ id, content, createdMs }) => ({
      id,
      creator: "users/local",
      content,
      created_ms: createdMs,
    })),
  );
});

test("exits with 2 if no target is given", () => {
  const script = resolve(import.meta.dirname, "seed.ts");
  const { status, stderr } = spawnSync(process.execPath, [script, "--memos", "3"], {
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stderr).toContain("--data DIR or --to URL");
});
