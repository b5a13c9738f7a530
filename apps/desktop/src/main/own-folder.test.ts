import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownFolder } from "./own-folder.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-own-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const mode = (dir: string): number => statSync(dir).mode & 0o777;

test.skipIf(process.platform === "win32")("restricts a new or empty folder to its user", () => {
  const made = join(folder(), "deep", "data");
  ownFolder(made);
  expect(mode(made)).toBe(0o700);
  const empty = join(folder(), "empty");
  mkdirSync(empty, { mode: 0o755 });
  ownFolder(empty);
  expect(mode(empty)).toBe(0o700);
});

test.skipIf(process.platform === "win32")("leaves a folder with content unchanged", () => {
  const shared = join(folder(), "shared");
  mkdirSync(shared);
  chmodSync(shared, 0o755);
  writeFileSync(join(shared, "letter.txt"), "");
  ownFolder(shared);
  expect(mode(shared)).toBe(0o755);
  expect(() => ownFolder(join(shared, "letter.txt", "data"))).not.toThrow();
});
