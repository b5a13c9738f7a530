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
const links = { origin: "", token: "T", tags: null };
const inText = { alt: "a bay", width: null };

test("a picture's space is reserved before it loads, up to the maximum height", () => {
  expect(showFile(picture, links, inText)).toContain(' width="1120" height="560"');
  expect(showFile({ ...picture, width: 30, height: 20 }, links, inText)).toContain(
    ' width="30" height="20"',
  );
});

test("a picture has the width in its text, but never more than its own", () => {
  expect(showFile(picture, links, { ...inText, width: 320 })).toContain(
    ' width="320" height="160"',
  );
  expect(showFile(picture, links, { ...inText, width: 9999 })).toContain(
    ' width="1200" height="600"',
  );
});

test("no space is reserved for a picture of unknown size", () => {
  const html = showFile({ ...picture, width: null, height: null }, links, inText);
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
  expect(showFile({ ...picture, type }, links, inText)).toContain(html);
});

test.each([
  ['"><script>', "%22%3E%3Cscript%3E"],
  ["..", "file"],
  ["", "file"],
  ["a/b?c#d", "a%2Fb%3Fc%23d"],
  ["\ud800", "%EF%BF%BD"],
])("a file named %j is one path segment", (filename, part) => {
  expect(sharedFileAddress({ ...picture, filename }, { ...links, token: "T&" })).toBe(
    `/file/attachments/a1/${part}?share_token=T%26`,
  );
});
