import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { StartRefused } from "./refused/start-refused.ts";
import { parseTidemarkOptions } from "./tidemark-options.ts";

function tokenFile(content: string): string {
  const dir = mkdtempSync(join(tmpdir(), "tidemark-token-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "token");
  writeFileSync(file, content);
  return file;
}

const read = (args: readonly string[], env: Record<string, string> = {}) =>
  parseTidemarkOptions(args, env);

describe("the command line of imports and exports", () => {
  test("accepts a path, a data folder and a user", () => {
    expect(read(["import", "notes", "--data", "d", "--user", "alice", "--dry-run"])).toEqual({
      type: "import",
      dataDir: resolve("d"),
      from: { path: resolve("notes") },
      isDryRun: true,
      isJson: false,
      user: "alice",
      folders: "tags",
      token: null,
    });
    expect(read(["export", "--data", "d", "--to", "out.zip", "--json"])).toEqual({
      type: "export",
      dataDir: resolve("d"),
      to: resolve("out.zip"),
      format: "markdown",
      isJson: true,
    });
  });

  test("takes a server's token from a file or a variable, never from the arguments", () => {
    const from = { url: "https://memos.example/sub" };
    const args = ["import", "https://memos.example/sub/", "--data", "d"];
    expect(read([...args, "--token-file", tokenFile("abc\n")])).toMatchObject({
      from,
      token: "abc",
    });
    expect(read(args, { TIDEMARK_TOKEN: "def" })).toMatchObject({ from, token: "def" });
    expect(
      read([...args, "--token-file", tokenFile("abc")], { TIDEMARK_TOKEN: "def" }),
    ).toMatchObject({ token: "abc" });
    expect(() => read([...args, "--token", "abc"])).toThrow("unknown option '--token'");
  });

  test("undoes an import: the last one, or one given by id", () => {
    expect(read(["import", "--undo", "--data", "d"])).toMatchObject({ type: "undo", run: null });
    expect(read(["import", "--data", "d", "--undo", "abc"])).toMatchObject({ run: "abc" });
  });

  test.each([
    [[], "say import, export, backup"],
    [["import"], "say what to import"],
    [["import", "--data", "d"], "say what to import"],
    [["import", "a", "b"], "too many arguments"],
    [["import", "a", "--data", ""], "--data names no folder"],
    [["import", "a", "--undo", "b"], "--undo can only be used with"],
    [["import", "ftp://a.example"], "no http or https address"],
    [["import", "https://u:p@a.example"], "holds a name or password"],
    [["import", "a", "--token-file", "t"], "--token-file is for a server"],
    [["import", "https://a.example", "--token-file", "/nowhere/token"], "cannot be read"],
    [["import", "https://a.example", "--token-file", "EMPTY"], "holds no token"],
    [["import", "https://a.example", "--token-file", "TWO"], "holds blanks"],
    [["export", "--to", "a.zip", "--format", "xml"], "Allowed choices are markdown, json"],
    [["restore"], "missing required argument"],
    [["backup", "--to", ""], "say a folder"],
    [["backups", "--data", ""], "--data names no folder"],
    [["export"], "--to"],
    [["frobnicate"], "frobnicate"],
    [["import", "a", "--colour"], "--colour"],
  ])("rejects %j in one line", (args, words) => {
    const files = { EMPTY: "\n", TWO: "a b" } as const;
    const given = args.map((each) =>
      each === "EMPTY" || each === "TWO" ? tokenFile(files[each]) : each,
    );
    expect(() => read(given)).toThrow(StartRefused);
    expect(() => read(given)).toThrow(words);
  });
});
