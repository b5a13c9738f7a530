import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lastLines, openLog } from "./rotating-log.ts";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-log-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, "logs");
}

test("stays within its size limit by deleting the oldest lines", () => {
  const dir = folder();
  const log = openLog(dir, "main", { maxBytes: 200, files: 3 });
  for (let n = 0; n < 40; n += 1) log.write(`line ${n}`);
  expect(readdirSync(dir).toSorted()).toEqual(["main.1.log", "main.2.log", "main.log"]);
  const sizes = readdirSync(dir).map((name) => readFileSync(join(dir, name)).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  expect(readFileSync(join(dir, "main.log"), "utf8")).toContain("line 39\n");
  expect(readFileSync(join(dir, "main.2.log"), "utf8")).not.toContain("line 0\n");
});

test("appends to the log of an earlier start", () => {
  const dir = folder();
  const options = { now: () => new Date(0) };
  openLog(dir, "host", options).write("first");
  openLog(dir, "host", options).write("second");
  expect(readFileSync(join(dir, "host.log"), "utf8")).toBe(
    "1970-01-01T00:00:00.000Z first\n1970-01-01T00:00:00.000Z second\n",
  );
});

test("reads back the last lines; none if there is no log", () => {
  const dir = folder();
  const log = openLog(dir, "main");
  for (let n = 0; n < 9; n += 1) log.write(`line ${n}`);
  expect(lastLines(dir, "main", 2).map((line) => line.slice(25))).toEqual(["line 7", "line 8"]);
  expect(lastLines(dir, "host", 2)).toEqual([]);
});

test("ignores write errors, and continues once the folder is back", () => {
  const dir = folder();
  const log = openLog(dir, "main");
  log.write("before");
  rmSync(dir, { recursive: true });
  writeFileSync(dir, "in the way");
  expect(() => log.write("meanwhile")).not.toThrow();
  rmSync(dir);
  log.write("after");
  expect(lastLines(dir, "main", 9).map((line) => line.slice(25))).toEqual(["after"]);
});
