import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { afterPack } from "./hooks.ts";

// Tests the hook that electron-builder calls after packing a platform. `dist:check -- --all` checks that it
// is called.

const resources = "resources";
let appOutDir: string;

beforeEach(() => {
  appOutDir = mkdtempSync(join(tmpdir(), "tidemark-packed-"));
  const drivers = join(
    appOutDir,
    resources,
    "app.asar.unpacked/node_modules/better-sqlite3/prebuilds",
  );
  mkdirSync(drivers, { recursive: true });
  writeFileSync(join(drivers, "linux-x64.node"), "");
  for (const notice of ["LICENSE.txt", "THIRD-PARTY-NOTICES.txt"]) {
    writeFileSync(join(appOutDir, resources, notice), "");
  }
});
afterEach(() => rmSync(appOutDir, { recursive: true }));

const pack = (arch: number): void =>
  afterPack({
    appOutDir,
    electronPlatformName: "linux",
    arch,
    packager: { getResourcesDir: (out) => join(out, resources) },
  });

test("accepts a package with its architecture's SQLite driver and the notices", () => {
  expect(() => pack(1)).not.toThrow();
});

test.each([
  ["ARMv7", 2, "The SQLite driver has no linux-armv7l.node"],
  ["all of a universal package's processors", 4, "The SQLite driver has no linux-arm64.node"],
])("rejects a package without the SQLite driver for %s", (_processor, arch, message) => {
  expect(() => pack(arch)).toThrow(message);
});

test("rejects a package without third-party notices", () => {
  rmSync(join(appOutDir, resources, "THIRD-PARTY-NOTICES.txt"));
  expect(() => pack(1)).toThrow("has no THIRD-PARTY-NOTICES.txt");
});
