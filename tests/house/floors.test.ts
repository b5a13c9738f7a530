import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { house as table } from "../../scripts/floors-table.ts";

const root = resolve(import.meta.dirname, "../..");
const core = "packages/core/src";

/**
 * Files that each break a rule. They are added together, since every run of the script reads the whole tree.
 */
const planted: Readonly<Record<string, string>> = {
  [`${core}/text/peek.ts`]:
    'import type { Journal } from "../stores/journal.ts";\nexport type Peek = Journal;\n',
  [`${core}/sync/server/peek.ts`]: 'export * from "../device/device-sync.ts";\n',
  "apps/server/src/rest/memo/peek.ts": 'export * from "../../legacy/memo-json.ts";\n',
  "tests/system/one.ts": 'import "./two.ts";\n',
  "tests/system/two.ts": 'import "./one.ts";\n',
  [`${core}/time/one.ts`]: 'import type { Two } from "./two.ts";\nexport type One = Two;\n',
  [`${core}/time/two.ts`]: 'import type { One } from "./one.ts";\nexport type Two = One;\n',
  [`${core}/filter/lower/up.ts`]: 'import "../top.ts";\n',
  [`${core}/filter/top.ts`]: 'import "./lower/up.ts";\n',
  [`${core}/unknown/room.ts`]: "export {};\n",
  ...Object.fromEntries(
    Array.from({ length: 21 }, (_, n) => [`${core}/time/n${n}.ts`, "export {};\n"]),
  ),
};

/** Returns the output of `scripts/floors.ts` for the sources with these files added. */
function inspect(files: Readonly<Record<string, string>>): { status: number | null; said: string } {
  const house = mkdtempSync(join(tmpdir(), "tidemark-floors-"));
  try {
    for (const { folder } of table) {
      cpSync(join(root, folder), join(house, folder), { recursive: true });
    }
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(house, path)), { recursive: true });
      writeFileSync(join(house, path), source);
    }
    const script = join(root, "scripts/floors.ts");
    const { status, stderr } = spawnSync(process.execPath, [script, house], { encoding: "utf8" });
    return { status, said: stderr };
  } finally {
    rmSync(house, { recursive: true, force: true });
  }
}

test("accepts the current sources", () => {
  expect(inspect({})).toEqual({ status: 0, said: "" });
});

describe("sources that break rules", () => {
  let said = "";
  let status: number | null = null;
  beforeAll(() => {
    ({ said, status } = inspect(planted));
  });

  test("are rejected", () => {
    expect(status).toBe(1);
  });

  test.each([
    [
      "a type from a higher floor, as any import",
      `${core}/text/peek.ts imports ${core}/stores/journal.ts: stores is above text`,
    ],
    ["the device's half of sync in the server's", "sync/device is beside sync/server"],
    [
      "the older form of the API in the current one",
      "apps/server/src/rest/memo/peek.ts imports apps/server/src/legacy/memo-json.ts: legacy is above rest/memo",
    ],
    ["a folder that is too full", `${core}/time has 24 files, more than 20`],
    ["a folder on no floor", `${core}/unknown/room.ts is on no floor`],
  ])("names %s", (_fault, message) => {
    expect(said).toContain(message);
  });

  test.each([
    [
      "a circle between helpers of tests",
      /a circle of files: tests\/system\/\w+\.ts → tests\/system\/\w+\.ts/,
    ],
    ["a circle of files", /a circle of files: \S+\/time\/\w+\.ts → \S+\/time\/\w+\.ts/],
    ["a circle of folders", /a circle of folders: \S+\/filter\S* → \S+\/filter\S*/],
  ])("names %s", (_fault, message) => {
    expect(said).toMatch(message);
  });
});
