import { describe, expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { readTime } from "./times.ts";

describe("a written time", () => {
  test.each([
    ["2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000Z"],
    ["2024-05-06 07:08:09 +0200", "2024-05-06T05:08:09.000Z"],
    ["2024-05-06 07:08:09.5 -01:30", "2024-05-06T08:38:09.500Z"],
    ["2024-5-6 7:08 UTC", "2024-05-06T07:08:00.000Z"],
    ["1970-01-01 00:00Z", "1970-01-01T00:00:00.000Z"],
  ])("%s", (text, iso) => {
    expect(new Date(readTime(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  test.each([
    ["2024-05-06", new Date(2024, 4, 6)],
    ["2024-05-06 07:08", new Date(2024, 4, 6, 7, 8)],
    ["2024-05-06T07:08:09", new Date(2024, 4, 6, 7, 8, 9)],
  ])("%s is in this machine's zone", (text, date) => {
    expect(readTime(text)).toBe(date.getTime());
  });

  test.each([
    "",
    "yesterday",
    "2024-13-01",
    "2024-02-30",
    "2024-05-06 25:00",
    "06.05.2024",
    "20240506",
  ])("%j is invalid", (text) => {
    expect(readTime(text)).toBeNull();
  });
});

describe("the text of a file", () => {
  const text = "Grüße ☕";
  test.each([
    ["UTF-8", Buffer.from(text), text],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`), text],
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le"), text],
    ["UTF-16 the other way round", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), text],
    ["Windows-1252", Buffer.from("Gr\u00fc\u00dfe", "latin1"), "Grüße"],
    ["nothing", Buffer.alloc(0), ""],
  ])("is decoded from %s", (_encoding, bytes, expected) => {
    expect(decodeText(bytes)).toBe(expected);
  });

  test("is null if it contains a NUL", () => {
    expect(decodeText(Buffer.from([65, 0, 66]))).toBeNull();
  });
});
