import { describe, expect, test } from "vitest";
import { dayFormat } from "./day-format.ts";
import { dayInName } from "./day-in-name.ts";

const day = (hour = 0, minute = 0, second = 0): number =>
  new Date(2024, 4, 6, hour, minute, second).getTime();

describe("the day in a name", () => {
  test.each([
    ["2024-05-06", day(), ""],
    ["2024_05_06", day(), ""],
    ["2024.05.06", day(), ""],
    ["2024 5 6", day(), ""],
    ["20240506", day(), ""],
    ["2024年5月6日", day(), ""],
    ["2024년 5월 6일", day(), ""],
    ["2024-05-06 Monday", day(), ""],
    ["2024-05-06-Mon", day(), ""],
    ["2024-05-06 (月)", day(), ""],
    ["2024-05-06 14.30", day(14, 30), ""],
    ["2024-05-06 14-30-05", day(14, 30, 5), ""],
    ["2024-05-06_14h30", day(14, 30), ""],
    ["2024-05-06T1430", day(14, 30), ""],
    ["2024-05-06 at 2.30 PM", day(14, 30), ""],
    ["2024-05-06 12 am", day(), ""],
    ["202405061430", day(14, 30), ""],
    ["20240506143005", day(14, 30, 5), ""],
    ["20240506 1430", day(14, 30), ""],
    ["202405061430 Harbour", day(14, 30), "Harbour"],
    ["2024-05-06-some-words", day(), "some-words"],
    ["2024-05-06 Monday walk", day(), "Monday walk"],
    // Nothing that may mean something else is dropped.
    ["2024-05-06 14.30 Harbour", day(14, 30), "14.30 Harbour"],
    ["2024-05-06 1430", day(14, 30), "1430"],
    ["2024-05-06 1984", day(), "1984"],
    ["2024-05-06 日記", day(), "日記"],
    ["May 6th, 2024", day(), "May 6th, 2024"],
    ["6 May 2024", day(), "6 May 2024"],
  ])("of %s", (name, ms, title) => {
    expect(dayInName(name)).toEqual({ ms, title });
  });

  test.each([
    "1984",
    "42",
    "3.14",
    "911",
    "+49 30 1234",
    "06-05-2024",
    "06.05.2024",
    "2024-05",
    "2024-13-01",
    "20241350",
    "12345678",
    "1714982400",
    "Meeting 2024-05-06",
    "2024-05-061",
    "May 2024",
    "",
  ])("isn't in %j", (name) => {
    expect(dayInName(name)).toBeNull();
  });
});

describe("a format of days", () => {
  test.each([
    ["YYYY-MM-DD", "2024-05-06"],
    ["DD-MM-YYYY", "06-05-2024"],
    ["D.M.YY", "6.5.24"],
    ["dddd, MMMM Do, YYYY", "Monday, May 6th, 2024"],
    ["YYYY/MM/YYYY-MM-DD dddd", "2024/05/2024-05-06 lundi"],
    ["YYYY/MMMM/DD", "2024/Mai/06"],
    ["[Day] YYYY_MM_DD", "Day 2024_05_06"],
    ["YYYY-MM-DD [at] HHmm", "2024-05-06 at 0000"],
    ["gggg-[W]ww YYYY-MM-DD", "2024-W19 2024-05-06"],
  ])("of Obsidian, %s", (format, text) => {
    expect(dayFormat(format, "moment")?.(text)).toBe(day());
  });

  test.each([
    ["yyyy_MM_dd", "2024_05_06"],
    ["dd-MM-yyyy", "06-05-2024"],
    ["MMM do, yyyy", "May 6th, 2024"],
    ["EEEE, MM/dd/yyyy", "Monday, 05/06/2024"],
    ["yyyy'年'M'月'd'日'", "2024年5月6日"],
  ])("of Logseq, %s", (format, text) => {
    expect(dayFormat(format, "java")?.(text)).toBe(day());
  });

  test.each(["YYYY-MM", "gggg-[W]ww", "MMMM D", "", "Y".repeat(200)])("isn't in %j", (format) => {
    expect(dayFormat(format, "moment")).toBeNull();
  });

  test("doesn't match other days", () => {
    const read = dayFormat("DD-MM-YYYY", "moment");
    expect(["6-5-2024", "32-01-2024", "06-05-2024 x", "notes"].map((text) => read?.(text))).toEqual(
      [null, null, null, null],
    );
  });
});
