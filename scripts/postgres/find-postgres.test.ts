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

test("prefers the configured folder over the system's", () => {
  const folder = folderOf("initdb", "postgres", "pg_dump", "psql");
  choose(folder);
  expect(findPostgres()).toBe(folder);
});

test("rejects a configured folder that lacks programs, and names them", () => {
  const folder = folderOf("initdb", "psql");
  choose(folder);
  expect(findPostgres).toThrow(`TIDEMARK_POSTGRES_BIN has no postgres, pg_dump: ${folder}`);
});

test("uses the system's if none is configured", () => {
  choose("");
  expect(findPostgres()).toMatch(/./);
});
