import { expect, test } from "vitest";
import { leadToMemos } from "./lead-to-memos.ts";

function linked(href: string): HTMLAnchorElement {
  const body = document.createElement("div");
  const link = document.createElement("a");
  link.setAttribute("href", href);
  link.target = "_blank";
  link.rel = "noopener";
  body.append(link);
  leadToMemos(body);
  return link;
}

test("M24 · a link to a memo opens its page in this window", () => {
  const link = linked("/memos/aB3");
  expect(link.getAttribute("href")).toBe("#/m/aB3");
  expect(link.target).toBe("");
});

test.each(["/memos/a/b", "/memos/", "https://example.org/memos/aB3", "/file/attachments/a/b"])(
  "%s is unchanged",
  (href) => {
    expect(linked(href).getAttribute("href")).toBe(href);
    expect(linked(href).target).toBe("_blank");
  },
);
