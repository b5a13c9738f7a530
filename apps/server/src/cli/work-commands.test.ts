import { expect, test } from "vitest";
import { withoutVariables } from "../../tests/without-variables.ts";
import { readSettingCommand, readTokenCommand } from "./work-commands.ts";

withoutVariables();

const place = { data: "/data", database: null, files: null };
const token = { action: "create", username: "bob", title: "tidemark-server" };

test.each([
  [["create", "bob"], { ...token, scope: "write", days: null }],
  [
    ["create", "bob", "--name", "backup", "--scope", "admin", "--days", "90"],
    { ...token, title: "backup", scope: "admin", days: 90 },
  ],
])("token reads %j", (args, work) => {
  expect(readTokenCommand([...args, "--data", "/data"])).toEqual({
    ok: true,
    value: { place, work: { command: "token", work } },
  });
});

test.each([
  [[], "action"],
  [["create"], "username"],
  [["revoke", "bob"], "revoke"],
  [["create", "bob", "--scope", "all"], "scope"],
  [["create", "bob", "--days", "0"], "number of days"],
  [["create", "bob", "--days", "1e3"], "number of days"],
])("token refuses %j", (args, message) => {
  expect(readTokenCommand([...args, "--data", "/data"])).toEqual({
    ok: false,
    error: { type: "refused", message: expect.stringContaining(message) },
  });
});

test.each([
  [["get"], { action: "get", key: null, field: null }],
  [["get", "general"], { action: "get", key: "general", field: null }],
  [["get", "general.title"], { action: "get", key: "general", field: "title" }],
  [
    ["set", "general.title", "Ours"],
    { action: "set", key: "general", field: "title", value: "Ours" },
  ],
  [["set", "general.title", '"7"'], { action: "set", key: "general", field: "title", value: "7" }],
  [
    ["set", "memo.reactions", '["a"]'],
    { action: "set", key: "memo", field: "reactions", value: ["a"] },
  ],
  [["set", "general.title"], { action: "set", key: "general", field: "title", value: null }],
])("setting reads %j", (args, work) => {
  expect(readSettingCommand([...args, "--data", "/data"])).toEqual({
    ok: true,
    value: { place, work: { command: "setting", work } },
  });
});

test.each([
  [[], "action"],
  [["get", "general", "x"], "get takes no value"],
  [["set"], "set needs a field"],
  [["set", "general"], "set needs a field"],
  [["set", "ai.provider.apiKey", "x"], "isn't a name"],
  [["set", "general.title", "a", "b"], "arguments"],
])("setting refuses %j", (args, message) => {
  expect(readSettingCommand([...args, "--data", "/data"])).toEqual({
    ok: false,
    error: { type: "refused", message: expect.stringContaining(message) },
  });
});
