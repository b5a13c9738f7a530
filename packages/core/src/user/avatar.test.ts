import { expect, test } from "vitest";
import { readAvatar } from "./avatar.ts";

test.each([
  ["", { type: "address", url: "" }],
  ["https://x.example/a.png", { type: "address", url: "https://x.example/a.png" }],
  ["/file/users/bob/avatar?v=1", { type: "same" }],
  ["data:image/webp;base64,AAAA", { type: "picture", dataUrl: "data:image/webp;base64,AAAA" }],
])("%s is accepted as an avatar", (url, value) => {
  expect(readAvatar("bob", url)).toEqual({ ok: true, value });
});

test.each([
  "http://x.example/a.png",
  "javascript:alert(1)",
  "/file/users/alice/avatar",
  "data:image/svg+xml;base64,AAAA",
  "data:text/html;base64,AAAA",
  "data:image/png;base64,<>",
  `data:image/png;base64,${"A".repeat(700_000)}`,
])("%.40s is rejected as an avatar", (url) => {
  expect(readAvatar("bob", url)).toMatchObject({ ok: false });
});
