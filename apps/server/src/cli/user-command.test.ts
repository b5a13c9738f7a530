import { describe, expect, test } from "vitest";
import { withoutVariables } from "../../tests/without-variables.ts";
import { readUserCommand } from "./user-command.ts";

withoutVariables();

const place = { data: "/data", database: null, files: null };

describe("user", () => {
  test.each([
    [["list"], { action: "list" }],
    [["enable", "bob"], { action: "enable", username: "bob" }],
    [["disable", "bob"], { action: "disable", username: "bob" }],
    [["export", "bob", "--out", "/b.zip"], { action: "export", username: "bob", out: "/b.zip" }],
    [["delete", "bob"], { action: "delete", username: "bob" }],
    [["delete", "bob", "--purge"], { action: "purge", username: "bob" }],
    [
      ["create", "bob", "--admin"],
      { action: "create", username: "bob", passwordFile: null, isAdmin: true },
    ],
    [
      ["reset-password", "bob", "--password-file", "-"],
      { action: "reset-password", username: "bob", passwordFile: "-", isAdmin: false },
    ],
  ])("reads %j", (args, expected) => {
    expect(readUserCommand([...args, "--data", "/data"])).toEqual({
      ok: true,
      value: { ...expected, place },
    });
  });

  test.each([
    [[], "action"],
    [["rename", "bob"], "rename"],
    [["list", "bob"], "username"],
    [["create"], "username"],
    [["enable", "bob", "alice"], "arguments"],
    [["enable", "bob", "--admin"], "--admin"],
    [["disable", "bob", "--purge"], "--purge"],
    [["export", "bob"], "--out"],
    [["disable", "bob", "--out", "x"], "--out"],
    [["disable", "bob", "--password-file", "x"], "--password-file"],
    [["list", "--database", "/file.db"], "--database"],
  ])("refuses %j in one line", (args, mentioned) => {
    const read = readUserCommand(args);
    if (read.ok || read.error.type !== "refused") throw new Error("was taken");
    expect(read.error.message).toContain(mentioned);
    expect(read.error.message).not.toContain("\n");
  });

  test("refuses everything that is wrong at once", () => {
    expect(readUserCommand(["list", "bob", "--admin"])).toMatchObject({
      error: { message: "list takes no username; option '--admin' is for create and invite" },
    });
  });
});
