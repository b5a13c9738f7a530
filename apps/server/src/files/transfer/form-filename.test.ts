import { expect, test } from "vitest";
import { nameIn } from "./form-filename.ts";

const latin1 = (text: string): string => Buffer.from(text).toString("latin1");

test.each([
  ["both", `filename="fallback.txt"; filename*=UTF-8''na%C3%AFve.txt`, "naïve.txt"],
  ["the other order", `filename*=UTF-8''na%C3%AFve.txt; filename="fallback.txt"`, "naïve.txt"],
  ["the extended one alone", `filename*=utf-8'en'a%20b.txt`, "a b.txt"],
  ["another charset", `filename="x"; filename*=ISO-8859-1''caf%E9.txt`, "café.txt"],
  ["quotes, which some write", `filename="x"; filename*="UTF-8''%E6%BC%A2.txt"`, "漢.txt"],
  ["signs that need not be encoded", `FILENAME*=UTF-8''it's(1)*.txt`, "it's(1)*.txt"],
])("filename* wins over filename: %s", (_, parameters, expected) => {
  expect(nameIn(`form-data; name="file"; ${parameters}`)).toBe(expected);
});

test.each([
  ["bytes that are invalid in the charset", "UTF-8''caf%E9.txt"],
  ["an unknown charset", "no-such-charset''a.txt"],
  ["no charset", "''a.txt"],
  ["no language", "UTF-8'a.txt"],
  ["a broken percent sign", "UTF-8''100%.txt"],
  ["nothing encoded", "UTF-8''"],
])("falls back to filename if filename* has %s", (_, extended) => {
  const plain = latin1('na\\"ïve.txt');
  expect(nameIn(`form-data; name="file"; filename="${plain}"; filename*=${extended}`)).toBe(
    'na"ïve.txt',
  );
  expect(nameIn(`form-data; name="file"; filename*=${extended}`)).toBeNull();
});

test("returns null without filename*", () => {
  expect(nameIn('form-data; name="file"; filename="a.txt"')).toBeNull();
  expect(nameIn('form-data; name="filename*=UTF-8\'\'b.txt"; filename="a.txt"')).toBeNull();
  expect(nameIn("")).toBeNull();
});
