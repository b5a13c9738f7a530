import { expect, test } from "vitest";
import { placeWords } from "./place-words.ts";

const link = "[a.m4a](/file/attachments/a1/a.m4a)";

function placed(content: string, words = "High water."): string {
  const { at, insert } = placeWords(content, "a1", words);
  return content.slice(0, at) + insert + content.slice(at);
}

test.each([
  ["", "High water."],
  ["One", "One\n\nHigh water."],
  ["One\n\n", "One\n\nHigh water.\n\n"],
])("appends the transcript to a text %j that doesn't name the recording", (content, after) => {
  expect(placed(content)).toBe(after);
});

test.each([
  [link, `${link}\n\nHigh water.`],
  [`Said: ${link} at six  \n`, `Said: ${link} at six\n\nHigh water.  \n`],
  [`${link}\n\nNext`, `${link}\n\nHigh water.\n\nNext`],
  [`${link}\nNext`, `${link}\n\nHigh water.\n\nNext`],
  [`- ${link}\n- two`, `- ${link}\n\n  High water.\n\n- two`],
  [`  10. ${link}`, `  10. ${link}\n\n      High water.`],
  [`> ${link}\n> more`, `> ${link}\n>\n> High water.\n>\n> more`],
  [`> ${link}\n>\n> more`, `> ${link}\n>\n> High water.\n>\n> more`],
])("inserts the transcript after the recording's line in %j", (content, after) => {
  expect(placed(content)).toBe(after);
});

test("trims a transcript of several lines, and indents each line", () => {
  expect(placed(`- ${link}`, "\r\none\r\n\r\ntwo\n")).toBe(`- ${link}\n\n  one\n\n  two`);
});

test.each(["[b](/file/attachments/a11/b)", "[b](/file/attachments/a1-b)"])(
  "ignores another recording whose id begins alike: %s",
  (other) => {
    expect(placed(`${other}\n\n${link}`)).toBe(`${other}\n\n${link}\n\nHigh water.`);
  },
);

test("finds a recording that is named by its id alone", () => {
  const named = "[a.m4a](/file/attachments/a1)";
  expect(placed(`${named}\n\nNext`)).toBe(`${named}\n\nHigh water.\n\nNext`);
});
