import { expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { viewOfTags } from "./shown-to-all.ts";

test.each([
  ["bob", "PUBLIC", "explore"],
  ["bob", "PROTECTED", "explore"],
  ["bob", "SPACE", "timeline"],
  [null, "PUBLIC", "timeline"],
  [null, "PRIVATE", "timeline"],
] as const)(
  "F35 · a tag of a memo by %s with visibility %s links to the %s",
  (author, visibility, view) => {
    expect(viewOfTags(memoView({ id: "m", author, visibility }))).toBe(view);
  },
);
