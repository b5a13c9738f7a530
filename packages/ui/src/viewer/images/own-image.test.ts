import { describe, expect, test } from "vitest";
import { isOwnImage } from "./own-image.ts";

const pages = ["http://127.0.0.1:5390/#/tasks", "http://localhost:5390/m/a", "tidemark://app/#/"];

describe.each(pages)("M16 · on the page %s an image", (href) => {
  const page = new URL(href);

  test.each([
    "/file/attachments/a1/b.png",
    "/file/attachments/a1/b.png?thumbnail=true",
    "/file/attachments/a1",
  ])("%s is loaded", (source) => expect(isOwnImage(source, page)).toBe(true));

  test("in a data URL is shown", () => {
    expect(isOwnImage("data:image/png;base64,AA", page)).toBe(true);
  });

  test.each([
    "/trpc/changes",
    "//app/file/attachments/a1/b.png",
    "//127.0.0.1:5390/file/attachments/a1/b.png",
    "/\\127.0.0.1:5390/file/attachments/a1/b.png",
    "/file/attachments/a1/..",
    "/file/attachments/a1/%2e%2e/%2e%2e/trpc/changes",
    `${page.protocol}//${page.host}/trpc/changes`,
    `${page.protocol}//me:word@${page.host}/file/attachments/a1/b.png`,
    "http://127.0.0.1:5391/file/attachments/a1/b.png",
    "tidemark://other/file/attachments/a1/b.png",
    "data:image/svg+xml;base64,AA",
    "data:text/html,x",
  ])("%s is not loaded", (source) => expect(isOwnImage(source, page)).toBe(false));
});
