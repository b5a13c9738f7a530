import { renderMarkdown } from "@tidemark/core/markdown";
import { describe, expect, test } from "vitest";
import { escapeWords, unescapeWords } from "../../viewer/images/image-words.ts";
import { fileMarkdown } from "./file-markdown.ts";

const picture = { id: "a1", filename: "harbour.png", kind: "image", width: 40 } as const;

describe("what a text says of a file", () => {
  test("shows a picture that could be looked at, and links to anything else", () => {
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
  ])("%j reads as it is, as an image and as a link", (filename) => {
    const holder = document.createElement("div");
    holder.innerHTML = renderMarkdown(fileMarkdown({ ...picture, filename }));
    expect(holder.querySelector("img")?.alt).toBe(filename);
    expect(holder.querySelector("img")?.getAttribute("width")).toBeNull();
    holder.innerHTML = renderMarkdown(fileMarkdown({ ...picture, filename, kind: "file" }));
    expect(holder.querySelector("a")?.textContent).toBe(filename);
    expect(unescapeWords(escapeWords(filename))).toBe(filename);
  });

  test("words stand on one line, with what would end them escaped", () => {
    expect(escapeWords(" a\n b\\]")).toBe("a b\\\\\\]");
    expect(unescapeWords("a b\\\\\\]")).toBe("a b\\]");
  });
});
