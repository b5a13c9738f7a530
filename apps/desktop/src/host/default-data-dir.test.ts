import { expect, test } from "vitest";
import { defaultDataDir } from "./default-data-dir.ts";

const home = "/home/ada";

test.each([
  ["linux", {}, "/home/ada/.local/share/tidemark"],
  ["linux", { XDG_DATA_HOME: "/data" }, "/data/tidemark"],
  ["linux", { XDG_DATA_HOME: "relative" }, "/home/ada/.local/share/tidemark"],
  ["linux", { XDG_DATA_HOME: "" }, "/home/ada/.local/share/tidemark"],
  ["freebsd", {}, "/home/ada/.local/share/tidemark"],
  ["darwin", { XDG_DATA_HOME: "/data" }, "/home/ada/Library/Application Support/Tidemark"],
  ["win32", { LOCALAPPDATA: "/local", APPDATA: "/roaming" }, "/local/Tidemark"],
  ["win32", {}, "/home/ada/AppData/Local/Tidemark"],
] as const)("on %s with %j data is stored in %s", (platform, env, expected) => {
  expect(defaultDataDir({ platform, env, home, isThere: () => false })).toBe(expected);
});

test('returns "" for a user without a home folder', () => {
  const nowhere = { platform: "linux", home: "", isThere: () => false } as const;
  expect(defaultDataDir({ ...nowhere, env: {} })).toBe("");
  expect(defaultDataDir({ ...nowhere, env: { XDG_DATA_HOME: "/data" } })).toBe("/data/tidemark");
});

test.each([
  [["/roaming/Tidemark"], "/roaming/Tidemark"],
  [["/roaming/Tidemark", "/local/Tidemark"], "/local/Tidemark"],
])("on Windows, if %j exist, data stays in %s", (there, expected) => {
  const env = { LOCALAPPDATA: "/local", APPDATA: "/roaming" };
  const isThere = (path: string): boolean => there.includes(path);
  expect(defaultDataDir({ platform: "win32", env, home, isThere })).toBe(expected);
});
