import { describe, expect, test } from "vitest";
import { contentDisposition } from "./file-presentation.ts";
import { checkFilename, filenameStem, shownFilename } from "./filename.ts";

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
    ["evil\u202Egpj.exe", "evilU+202Egpj.exe"],
    ["\u2066a\u2069.txt", "U+2066aU+2069.txt"],
    ["a\u200F\u061C\u200E.txt", "aU+200FU+061CU+200E.txt"],
    ["a\u200B\uFEFF.txt", "aU+200BU+FEFF.txt"],
    ["שלום.txt", "שלום.txt"],
    ["👩\u200D👩.png", "👩\u200D👩.png"],
  ])("B15 · %j is kept, and shown as %j", (name, shown) => {
    expect(checkFilename(name)).toEqual({ ok: true, value: name });
    expect(shownFilename(name)).toBe(shown);
    expect(contentDisposition("inline", name)).toContain(
      `filename*=UTF-8''${encodeURIComponent(shown)}`,
    );
    expect(shownFilename(shown)).toBe(shown);
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
