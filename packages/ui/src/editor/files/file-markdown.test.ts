import { renderMarkdown } from "@tidemark/core/markdown";
import { describe, expect, test } from "vitest";
import { escapeWords, unescapeWords } from "../../viewer/images/image-words.ts";
import { fileMarkdown } from "./file-markdown.ts";

const picture = { id: "a1", filename: "harbour.png", kind: "image", width: 40 } as const;

describe("the Markdown of a file", () => {
  test("shows an image with known dimensions, and links to any other file", () => {
    expect(fileMarkdown(picture)).toBe("![harbour.png](/file/attachments/a1/harbour.png)");
    expect(fileMarkdown({ ...picture, filename: "a.svg", width: null })).toBe(
      "[a.svg](/file/attachments/a1/a.svg)",
    );
    expect(fileMarkdown({ ...picture, filename: "a b.pdf", kind: "file" })).toBe(
      "[a b.pdf](/file/attachments/a1/a%20b.pdf)",
    );
  });

  test.each([
    "plain.png",
    "a]b[c](d).png",
    "a|320",
    "one_two_three_.png",
    "_*both*_ `code` <b> &amp; $x$ ~~gone~~ ==marked==.png",
    "100% (1).png",
    "港 の 写真.png",
    "a)b.png",
  ])("keeps the name %j, as an image and as a link", (filename) => {
    const holder = document.createElement("div");
    holder.innerHTML = renderMarkdown(fileMarkdown({ ...picture, filename }));
    expect(holder.querySelector("img")?.alt).toBe(filename);
    expect(holder.querySelector("img")?.getAttribute("width")).toBeNull();
    holder.innerHTML = renderMarkdown(fileMarkdown({ ...picture, filename, kind: "file" }));
    expect(holder.querySelector("a")?.textContent).toBe(filename);
    expect(unescapeWords(escapeWords(filename))).toBe(filename);
  });

  test("puts words on one line and escapes brackets", () => {
    expect(escapeWords(" a\n b\\]")).toBe("a b\\\\\\]");
    expect(unescapeWords("a b\\\\\\]")).toBe("a b\\]");
  });
});
