import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { neededPostgresTests, recordCommand } from "./postgres-tests.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tidemark-postgres-tests-"));
  git("init", "-q");
  write("packages/db/src/a.ts", "1");
  write("packages/ui/src/a.ts", "1");
  commit();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("neededPostgresTests", () => {
  test("is `most` until a commit is recorded as passed", () => {
    expect(neededPostgresTests(root)).toBe("most");
  });

  test("is `chosen` after the recorded commit, whatever else changed", () => {
    record(head());
    write("packages/ui/src/a.ts", "2");
    commit();
    write("packages/ui/src/a.ts", "3");
    expect(neededPostgresTests(root)).toBe("chosen");
  });

  test.each(["packages/db", "packages/db-postgres"])(
    "is `most` when %s changed since, committed or not",
    (folder) => {
      record(head());
      write(`${folder}/src/a.ts`, "2");
      commit();
      expect(neededPostgresTests(root)).toBe("most");
      record(head());
      write(`${folder}/src/a.ts`, "3");
      expect(neededPostgresTests(root)).toBe("most");
      commit();
      expect(neededPostgresTests(root)).toBe("most");
      record(head());
      expect(neededPostgresTests(root)).toBe("chosen");
    },
  );

  test.each([
    ["is not in the clone", "0123456789012345678901234567890123456789"],
    ["is an option of git", "--output=packages"],
    ["is empty", ""],
  ])("is `most` when the recorded commit %s", (_case, recorded) => {
    record(recorded);
    expect(neededPostgresTests(root)).toBe("most");
  });

  test("is `most` outside a repository", () => {
    record(head());
    rmSync(join(root, ".git"), { recursive: true });
    expect(neededPostgresTests(root)).toBe("most");
  });
});

test("recordCommand is null while the working tree differs from the commit", () => {
  expect(recordCommand(root)).toMatch(/^git rev-parse HEAD/);
  write("packages/ui/src/b.ts", "1");
  expect(recordCommand(root)).toBeNull();
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function record(commit: string): void {
  write(".ci/postgres-passed", `${commit}\n`);
}

function commit(): void {
  git("add", "--all");
  git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "a change");
}

function head(): string {
  return git("rev-parse", "HEAD").trim();
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" });
}
