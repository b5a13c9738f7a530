import { expect, test } from "vitest";
import { shareText } from "./share-text.ts";

const words = (given: Partial<Parameters<typeof shareText>[0]>) =>
  shareText({ title: "", text: "", url: "", ...given });

test.each([
  [{ text: "Just words" }, "Just words"],
  [{ url: "https://a.example/x" }, "https://a.example/x"],
  [{ title: "A page", url: "https://a.example/x" }, "[A page](https://a.example/x)"],
  // Chrome on Android sends the address of a page as text.
  [{ title: "A page", text: "https://a.example/x" }, "[A page](https://a.example/x)"],
  [
    { title: "A [b] \\ c", text: "https://a.example/(x)" },
    "[A \\[b\\] \\\\ c](<https://a.example/(x)>)",
  ],
  [{ title: "A page", text: "See https://a.example/x" }, "A page\n\nSee https://a.example/x"],
  [
    { title: "A page", text: "See https://a.example/x", url: "https://a.example/x" },
    "A page\n\nSee https://a.example/x",
  ],
  [{ title: "Same", text: "Same" }, "Same"],
  [{ title: "Head", text: "Head\nand the rest" }, "Head\n\nand the rest"],
  [{ title: " two\r\nlines ", text: "a\r\nb\0c" }, "two lines\n\na\nbc"],
  [{ url: "javascript:alert(1)" }, "javascript:alert(1)"],
  [{ title: "x", url: "https://a.example/>(y" }, "x\n\nhttps://a.example/>(y"],
  [{}, ""],
])("%j becomes %j", (given, expected) => {
  expect(words(given)).toBe(expected);
});
