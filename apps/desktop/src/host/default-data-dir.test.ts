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
  ["win32", { APPDATA: "/roaming" }, "/roaming/Tidemark"],
  ["win32", {}, "/home/ada/AppData/Roaming/Tidemark"],
] as const)("on %s with %j data lives in %s", (platform, env, expected) => {
  expect(defaultDataDir({ platform, env, home })).toBe(expected);
});
