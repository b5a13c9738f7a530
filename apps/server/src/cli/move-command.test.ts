import { describe, expect, test, vi } from "vitest";
import { withoutVariables } from "../../tests/without-variables.ts";
import { readMoveCommand } from "./move-command.ts";

withoutVariables();

const database = "postgres://tidemark@db.example/tidemark";

describe("move", () => {
  test("leaves files in place, unless another location is given", () => {
    expect(readMoveCommand(["--from", "/data", "--database", database])).toEqual({
      ok: true,
      value: {
        from: "/data",
        fromFiles: "/data",
        database,
        files: null,
        s3: null,
        json: false,
      },
    });
    const more = ["--from-files", "/old", "--files", "/new", "--json"];
    expect(readMoveCommand(["--from", "/data", "--database", database, ...more])).toMatchObject({
      value: { fromFiles: "/old", files: "/new", json: true },
    });
    const bucket = ["--s3-bucket", "files", "--s3-endpoint", "http://store:9000"];
    expect(readMoveCommand(["--from", "/data", "--database", database, ...bucket])).toMatchObject({
      value: { s3: { bucket: "files", endpoint: "http://store:9000", region: "us-east-1" } },
    });
  });

  test("reads the address from a file or a variable, like the server", () => {
    expect(readMoveCommand(["--from", "/data", "--database-file", "/run/url"])).toMatchObject({
      value: { database: { file: "/run/url" } },
    });
    vi.stubEnv("TIDEMARK_DATABASE", database);
    expect(readMoveCommand(["--from", "/data"])).toMatchObject({ value: { database } });
  });

  test.each([
    [["--database", database], "--from"],
    [["--from", "/data"], "--database"],
    [["--from", "/data", "--database", "/file.db"], "--database"],
    [["--from", "/data", "--database", database, "--data", "/data"], "--data"],
    [["--from", "/data", "--database", database, "--s3-endpoint", "http://x"], "--s3-bucket"],
  ])("refuses %j in one line", (args, mentioned) => {
    const read = readMoveCommand(args);
    if (read.ok || read.error.type !== "refused") throw new Error("was taken");
    expect(read.error.message).toContain(mentioned);
    expect(read.error.message).not.toContain("\n");
  });
});
