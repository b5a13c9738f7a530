import { expect, test } from "vitest";
import { type SharedFile, sharedFileAddress, showFile } from "./shared-file.ts";

const picture: SharedFile = {
  id: "a1",
  filename: "the bay.png",
  type: "image/png",
  sizeBytes: 1,
  width: 1200,
  height: 600,
};
const inText = { alt: "a bay", width: null };

test("a picture has its room before it comes, as tall as a page shows one", () => {
  expect(showFile(picture, "T", inText)).toContain(' width="1120" height="560"');
  expect(showFile({ ...picture, width: 30, height: 20 }, "T", inText)).toContain(
    ' width="30" height="20"',
  );
});

test("a picture is as wide as its text says, and never wider than it is", () => {
  expect(showFile(picture, "T", { ...inText, width: 320 })).toContain(' width="320" height="160"');
  expect(showFile(picture, "T", { ...inText, width: 9999 })).toContain(
    ' width="1200" height="600"',
  );
});

test("a picture of no known size keeps no room", () => {
  const html = showFile({ ...picture, width: null, height: null }, "T", inText);
  expect(html).toBe(
    '<img src="/file/attachments/a1/the%20bay.png?share_token=T" alt="a bay" loading="lazy" decoding="async">',
  );
});

test.each([
  ["audio/mpeg", "<audio controls"],
  ["video/mp4", "<video controls"],
  ["application/pdf", '<a href="'],
  ["image/svg+xml", '<a href="'],
  ["text/html", '<a href="'],
])("a file of the type %s is shown as %s", (type, html) => {
  expect(showFile({ ...picture, type }, "T", inText)).toContain(html);
});

test.each([
  ['"><script>', "%22%3E%3Cscript%3E"],
  ["..", "file"],
  ["", "file"],
  ["a/b?c#d", "a%2Fb%3Fc%23d"],
  ["\ud800", "%EF%BF%BD"],
])("a file that is called %j is one part of a path", (filename, part) => {
  expect(sharedFileAddress({ ...picture, filename }, "T&")).toBe(
    `/file/attachments/a1/${part}?share_token=T%26`,
  );
});
