import { resolve } from "node:path";
import { expect, test } from "vitest";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { defaultPort, parseStartOptions } from "./start-options.ts";

test("uses the platform's folder and the fixed port by default", () => {
  expect(parseStartOptions([])).toEqual({
    isBrowser: false,
    dataDir: defaultDataDir(),
    port: defaultPort,
  });
});

test("accepts each option, and resolves a relative folder", () => {
  expect(parseStartOptions(["--browser", "--data", "memos", "--port", "0"])).toEqual({
    isBrowser: true,
    dataDir: resolve("memos"),
    port: 0,
  });
  expect(parseStartOptions(["--port=65535"])).toMatchObject({ port: 65535 });
});

test.each([
  [["--brwser"], /unknown option '--brwser'/],
  [["extra"], /too many arguments/],
  [["--data"], /argument missing/],
  [["--data", ""], /names no folder/],
  [["--port", "x"], /0 to 65535/],
  [["--port", "65536"], /0 to 65535/],
  [["--port", "-1"], /0 to 65535|argument missing/],
  [["--port", "1e3"], /0 to 65535/],
  [["--port", ""], /0 to 65535/],
])("rejects %j in one line", (args, message) => {
  expect(() => parseStartOptions(args)).toThrow(message);
  expect(() => parseStartOptions(args)).toThrow(/^[^\n]*$/);
});
