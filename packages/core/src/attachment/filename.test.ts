import { describe, expect, test } from "vitest";
import { checkFilename, filenameStem } from "./filename.ts";

describe("the name of a file", () => {
  test.each([
    "a.txt",
    "no extension",
    ".hidden",
    "...",
    "日本語 📷.png",
    'q"uo"te%.txt',
    "a".repeat(255),
  ])("%j is kept as it is", (name) => {
    expect(checkFilename(name)).toEqual({ ok: true, value: name });
  });

  test("is made well-formed, so that it can be stored and sent", () => {
    expect(checkFilename("a\ud800.txt")).toEqual({ ok: true, value: "a\ufffd.txt" });
  });

  test.each([
    "",
    " \t",
    ".",
    "..",
    "../a",
    "a/b",
    "a\\b",
    "C:\\a",
    "a\0",
    "a\r\nb",
    "\u007f",
    "\u0085",
    "a".repeat(256),
    "é".repeat(128),
  ])("%j is refused, naming the field", (name) => {
    expect(checkFilename(name)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGUMENT", fields: [{ field: "filename" }] },
    });
  });

  test.each([
    ["IMG_1.HEIC", "img_1"],
    ["a.tar.gz", "a.tar"],
    ["none", "none"],
    [".hidden", ".hidden"],
  ])("%j has the stem %j", (name, stem) => {
    expect(filenameStem(name)).toBe(stem);
  });
});
