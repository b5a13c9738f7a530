import { describe, expect, test } from "vitest";
import { decodeText } from "../encodings/decode-text.ts";
import { readTime } from "./times.ts";

describe("a written time", () => {
  test.each([
    ["2024-05-06T07:08:09Z", "2024-05-06T07:08:09.000Z"],
    ["2024-05-06 07:08:09 +0200", "2024-05-06T05:08:09.000Z"],
    ["2024-05-06 07:08:09.5 -01:30", "2024-05-06T08:38:09.500Z"],
    ["2024-5-6 7:08 UTC", "2024-05-06T07:08:00.000Z"],
    ["1970-01-01 00:00Z", "1970-01-01T00:00:00.000Z"],
    ["2024-05-06 10:00:00 +02", "2024-05-06T08:00:00.000Z"],
    ["2024/05/06 10:00Z", "2024-05-06T10:00:00.000Z"],
    ["Mon, 06 May 2024 10:00:00 +0200", "2024-05-06T08:00:00.000Z"],
    ["6 May 2024 10:00:00 EST", "2024-05-06T15:00:00.000Z"],
    ["Mon May 06 2024 10:00:00 GMT+0200 (CEST)", "2024-05-06T08:00:00.000Z"],
    ["20240506T101112Z", "2024-05-06T10:11:12.000Z"],
    ["1714982400", "2024-05-06T08:00:00.000Z"],
    ["1714982400.5", "2024-05-06T08:00:00.500Z"],
    ["1714982400000", "2024-05-06T08:00:00.000Z"],
    ["1714982400000000", "2024-05-06T08:00:00.000Z"],
  ])("%s", (text, iso) => {
    expect(new Date(readTime(text) ?? Number.NaN).toISOString()).toBe(iso);
  });

  test.each([
    ["2024-05-06", new Date(2024, 4, 6)],
    ["2024-05-06 07:08", new Date(2024, 4, 6, 7, 8)],
    ["2024-05-06T07:08:09", new Date(2024, 4, 6, 7, 8, 9)],
    ["2024/05/06", new Date(2024, 4, 6)],
    ["2024.5.6 7:08", new Date(2024, 4, 6, 7, 8)],
    ["20240506", new Date(2024, 4, 6)],
    ["202405060708", new Date(2024, 4, 6, 7, 8)],
    ["2024-05-06, 7:08 PM", new Date(2024, 4, 6, 19, 8)],
    ["Monday, May 6th 2024, 12:08:09 am", new Date(2024, 4, 6, 0, 8, 9)],
    ["6 May 2024", new Date(2024, 4, 6)],
    ["06-May-2024", new Date(2024, 4, 6)],
    ["2024年5月6日", new Date(2024, 4, 6)],
    ["2024년 5월 6일", new Date(2024, 4, 6)],
    ["25.12.2024", new Date(2024, 11, 25)],
    ["12/25/2024 7:08", new Date(2024, 11, 25, 7, 8)],
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
    "05/06/2024",
    "20241306",
    "1984",
    "12345678",
    "May 2024",
    "May 32, 2024",
    "2024-05-06 13:00 PM",
    "2024-05-06 10:00 nonsense",
    `2024-05-06${" ".repeat(100_000)}x`,
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
