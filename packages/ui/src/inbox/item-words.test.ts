import type { InboxItem } from "@tidemark/core/router";
import { expect, test } from "vitest";
import { itemWords } from "./item-words.ts";

const item: InboxItem = {
  id: "n1",
  sender: "bob",
  type: "MEMO_COMMENT",
  memo: "m1",
  comment: "c1",
  snippet: "Well said",
  about: "Walk along the shore",
  createdMs: 0,
  isRead: false,
  isHere: true,
  tags: [],
};

test.each<[Partial<InboxItem>, string]>([
  [{}, "bob commented on “Walk along the shore”"],
  [{ about: null }, "bob commented on your memo"],
  [{ type: "MEMO_MENTION" }, "bob mentioned you in a comment on “Walk along the shore”"],
  [{ type: "MEMO_MENTION", comment: null, about: null }, "bob mentioned you"],
  [{ type: "MEMO_SHARE", comment: null, about: null }, "bob created a share link to your memo"],
  [
    { type: "WEBHOOK_GONE", comment: null, about: null },
    "A webhook stopped: the receiver returned “410 Gone”",
  ],
  [
    { about: "Before the crane comes Both lines, the slip key" },
    "bob commented on “Before the crane comes Both lines, the…”",
  ],
  [{ about: "😀".repeat(41) }, `bob commented on “${"😀".repeat(40)}…”`],
])("%j is %j", (changes, words) => {
  expect(itemWords({ ...item, ...changes })).toBe(words);
});
