import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { house as table } from "../../scripts/floors-table.ts";

const root = resolve(import.meta.dirname, "../..");
const core = "packages/core/src";
let house: string | null = null;

afterEach(() => {
  if (house !== null) rmSync(house, { recursive: true, force: true });
  house = null;
});

/** What `scripts/floors.ts` answers when these files are added to the house. */
function inspect(files: Readonly<Record<string, string>>): { status: number | null; said: string } {
  house = mkdtempSync(join(tmpdir(), "tidemark-floors-"));
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
}

test("the house as it stands is in order", () => {
  expect(inspect({})).toEqual({ status: 0, said: "" });
});

test("a type from a higher floor is an import as any other", () => {
  const file = `${core}/text/peek.ts`;
  const { status, said } = inspect({
    [file]: 'import type { Journal } from "../stores/journal.ts";\nexport type Peek = Journal;\n',
  });
  expect(status).toBe(1);
  expect(said).toContain(`${file} imports ${core}/stores/journal.ts: stores is above text`);
});

test("the server's half of sync does not know the device's", () => {
  const file = `${core}/sync/server/peek.ts`;
  const { said } = inspect({ [file]: 'export * from "../device/device-sync.ts";\n' });
  expect(said).toContain("sync/device is beside sync/server");
});

test("the current form of the API does not know the older one", () => {
  const server = "apps/server/src";
  const file = `${server}/rest/memo/peek.ts`;
  const { said } = inspect({ [file]: 'export * from "../../legacy/memo-json.ts";\n' });
  expect(said).toContain(
    `${file} imports ${server}/legacy/memo-json.ts: legacy is above rest/memo`,
  );
});

test("helpers of tests are held as well", () => {
  const { said } = inspect({
    "tests/system/one.ts": 'import "./two.ts";\n',
    "tests/system/two.ts": 'import "./one.ts";\n',
  });
  expect(said).toMatch(/a circle of files: tests\/system\/\w+\.ts → tests\/system\/\w+\.ts/);
});

test("files and folders in a circle, and a folder that is too full, are named", () => {
  const one = 'import type { Two } from "./two.ts";\nexport type One = Two;\n';
  const two = 'import type { One } from "./one.ts";\nexport type Two = One;\n';
  const many = Array.from({ length: 21 }, (_, n) => [`${core}/time/n${n}.ts`, "export {};\n"]);
  const { said } = inspect({
    [`${core}/time/one.ts`]: one,
    [`${core}/time/two.ts`]: two,
    [`${core}/filter/lower/up.ts`]: 'import "../top.ts";\n',
    [`${core}/filter/top.ts`]: 'import "./lower/up.ts";\n',
    [`${core}/unknown/room.ts`]: "export {};\n",
    ...Object.fromEntries(many),
  });
  expect(said).toMatch(/a circle of files: \S+\/time\/\w+\.ts → \S+\/time\/\w+\.ts/);
  expect(said).toMatch(/a circle of folders: \S+\/filter\S* → \S+\/filter\S*/);
  expect(said).toContain(`${core}/time has 24 files, more than 20`);
  expect(said).toContain(`${core}/unknown/room.ts is on no floor`);
});
