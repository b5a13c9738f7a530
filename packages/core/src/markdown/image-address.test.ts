import { describe, expect, test } from "vitest";
import { isLoadableImage } from "./image-address.ts";

describe("M16 · an image is loaded", () => {
  test.each([
    "/file/attachments/a1/b.png",
    "/file/attachments/x7Yw-2/tide%20table.png",
    "/file/attachments/a1/%E6%BD%AE.png",
    "/file/attachments/a1/a..b.png",
    "/file/attachments/a1/b.png?thumbnail=true",
    "/file/attachments/a1/b.png?thumbnail",
    "/file/attachments/a1/b.heic?motion=true",
    // As memos 0.31 writes it.
    "/file/attachments/a1",
    "/file/attachments/a1?thumbnail=true",
    "/file/attachments/a1?motion",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/webp;base64,AA",
  ])("%s", (address) => {
    expect(isLoadableImage(address)).toBe(true);
  });
});

describe("M16 · an image is not loaded", () => {
  const paths = [
    "/trpc/changes",
    "/session",
    "/files",
    "/",
    "/file/attachments/",
    "/file/avatars/a",
  ];
  const attachment = "/file/attachments/a1/b.png";
  test.each([
    ...paths,
    ...paths.map((path) => `/file/attachments/..${path}`),
    "",
    "b.png",
    "./b.png",
    "?thumbnail=true",
    "#x",
    // Other hosts and directories.
    `//evil.example${attachment}`,
    `/\\evil.example${attachment}`,
    `\\\\evil.example${attachment}`,
    `/\t/evil.example${attachment}`,
    `https://evil.example${attachment}`,
    `http:${attachment}`,
    `http:/${attachment}`,
    `http://127.0.0.1:5390${attachment}`,
    `http://user:word@127.0.0.1:5390${attachment}`,
    `tidemark://app${attachment}`,
    `blob:http://127.0.0.1:5390/1`,
    "file:///etc/passwd",
    // Other spellings of the path.
    "/file/attachments/a1/../../../trpc/changes",
    "/file/attachments/a1/..",
    "/file/attachments/a1/.",
    "/file/attachments/a1/%2e%2e",
    "/file/attachments/a1/%2E.",
    "/file/attachments/%2e%2e/b.png",
    "/file/attachments/../b.png",
    "/file/attachments/a1/..%2f..%2f..%2ftrpc%2fchanges",
    "/file/attachments/a1/..\\..\\..\\trpc\\changes",
    "/file/attachments/a1/..%5c..%5ctrpc",
    "/file/attachments/a1%2fb/c.png",
    "/file/attachments/a1/b/c.png",
    "/file/attachments/a1//b.png",
    "/file//attachments/a1/b.png",
    "//file/attachments/a1/b.png",
    "/./file/attachments/a1/b.png",
    "/x/../file/attachments/a1/b.png",
    "/File/attachments/a1/b.png",
    "/file/attachment%73/a1/b.png",
    "/file/attachments/a1/",
    "/file/attachments/a1/?thumbnail=true",
    "/file/attachments/a1;x",
    "/file/attachments/a1.png",
    "/file/attachments/a1#x",
    "/file/attachments/a1?batch=1",
    "/file/attachments/a%31",
    "/file/attachments/-a",
    "/file/attachments/123",
    "/file/attachments/-a/b.png",
    "/file/attachments/a_1/b.png",
    "/file/attachments/123/b.png",
    // White space and control characters that browsers strip.
    ` ${attachment}`,
    `${attachment}\n`,
    "/file/attachments/a1/b\t.png",
    "/file/attachments/a1/.\n./trpc",
    "/file/attachments/a1/b\u0000.png",
    "/file/attachments/a1/b%00.png",
    "/file/attachments/a1/b%0a.png",
    "/file/attachments/a1/b\u202egnp.exe",
    "/file/attachments/a1/b%zz.png",
    "/file/attachments/a1/b%ff.png",
    // Unknown queries and fragments.
    `${attachment}?thumbnail=true&motion=true`,
    `${attachment}?batch=1`,
    `${attachment}?thumbnail=..`,
    `${attachment}?`,
    `${attachment}#x`,
    `${attachment};x`.replace("b.png", "b.png?x"),
    // Documents, and data URLs of other types.
    "data:image/svg+xml;base64,PHN2Zy8+",
    "data:image/svg+xml,<svg/>",
    "data:text/html;base64,AA",
    "data:image/png,AA",
    "data:image/png;base64,A A",
    "javascript:alert(1)",
  ])("%j", (address) => {
    expect(isLoadableImage(address)).toBe(false);
  });
});
