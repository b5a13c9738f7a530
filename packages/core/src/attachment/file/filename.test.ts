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
  ])("%j is stored unchanged", (name) => {
    expect(checkFilename(name)).toEqual({ ok: true, value: name });
  });

  const [family, camera] = ["👩‍👩‍👧‍👦", "📷"];
  test.each([
    ["as many as there may be", "é".repeat(255), "é".repeat(255)],
    ["the most bytes", `${camera.repeat(251)}.png`, `${camera.repeat(251)}.png`],
    ["longer than 255 bytes", `${"漢".repeat(90)}.txt`, `${"漢".repeat(90)}.txt`],
    ["too many", "a".repeat(256), "a".repeat(255)],
    ["too many before an extension", `${"漢".repeat(300)}.txt`, `${"漢".repeat(251)}.txt`],
    ["the last of two extensions", `${"a".repeat(300)}.tar.gz`, `${"a".repeat(252)}.gz`],
    ["an extension that is none", `a.${"b".repeat(300)}`, `a.${"b".repeat(253)}`],
    ["words behind a full stop", `Mr. ${"b ".repeat(300)}`, `Mr. ${"b ".repeat(125)}b`],
    ["a hidden file", `.${"a".repeat(300)}`, `.${"a".repeat(254)}`],
    ["characters of several parts", `${family.repeat(60)}.jpg`, `${family.repeat(35)}.jpg`],
    [
      "one character of many marks",
      `a${"\u0301".repeat(9000)}.txt`,
      `a${"\u0301".repeat(250)}.txt`,
    ],
  ])("B18 · is shortened before its extension, never within a character: %s", (_, name, short) => {
    expect(checkFilename(name)).toEqual({ ok: true, value: short });
    expect(checkFilename(short)).toEqual({ ok: true, value: short });
    expect([...short].length).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(1024);
  });

  test("B18 · a name of many megabytes is shortened immediately", () => {
    expect(checkFilename(`${"👩‍👩‍👧‍👦".repeat(500_000)}.jpg`).ok).toBe(true);
  });

  test("is made well-formed before it is stored and sent", () => {
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
  ])("%j is rejected with an error that names the field", (name) => {
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
  ])("B15 · %j is stored unchanged and displayed as %j", (name, shown) => {
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
