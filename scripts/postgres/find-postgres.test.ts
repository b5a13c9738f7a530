import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { findPostgres } from "./find-postgres.ts";

function folderOf(...programs: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-bin-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const program of programs) writeFileSync(join(folder, program), "");
  return folder;
}

function choose(folder: string): void {
  vi.stubEnv("TIDEMARK_POSTGRES_BIN", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test("the folder that is chosen comes before the system's", () => {
  const folder = folderOf("initdb", "postgres", "pg_dump", "psql");
  choose(folder);
  expect(findPostgres()).toBe(folder);
});

test("a chosen folder that lacks programs is refused, and they are named", () => {
  const folder = folderOf("initdb", "psql");
  choose(folder);
  expect(findPostgres).toThrow(`TIDEMARK_POSTGRES_BIN has no postgres, pg_dump: ${folder}`);
});

test("none chosen is the system's", () => {
  choose("");
  expect(findPostgres()).toMatch(/./);
});
