import { describe, expect, test } from "vitest";
import { isAuthor, listedBy, personHref, scopeOf, type ViewAddress } from "./view-address.ts";

describe("the scope of a search", () => {
  test.each<[ViewAddress, string]>([
    [{ view: "timeline", q: "fog" }, "all"],
    [{ view: "timeline", q: "fog", tag: "sea" }, "view"],
    [{ view: "tasks", q: "fog" }, "view"],
    [{ view: "explore", q: "fog" }, "view"],
    [{ view: "archive", q: "fog" }, "archive"],
    [{ view: "trash", q: "fog" }, "trash"],
    [{ view: "trash", q: "fog", tag: "sea" }, "view"],
    [{ view: "trash", q: "fog", in: "comments" }, "comments"],
    [{ view: "timeline", q: "  ", in: "trash" }, "view"],
    [{ view: "timeline" }, "view"],
  ])("of %j is %j", (address, scope) => {
    expect(scopeOf(address)).toBe(scope);
  });
});

describe("one person's memos", () => {
  const address = { view: "explore", author: "bob", q: "fog", tag: "sea" } as const;

  test("is searched alone, unless the search scope is elsewhere", () => {
    expect(listedBy(address)).toMatchObject({ scope: "view", author: "bob", tag: "sea" });
    expect(listedBy({ ...address, in: "all" })).toMatchObject({ author: null, tag: null });
    expect(listedBy({ view: "explore" })).toMatchObject({ author: null });
  });

  test("has an address with a valid author", () => {
    expect(personHref("bob")).toBe("#/explore?author=bob");
    expect(["bob", "", undefined, 1, "x".repeat(101)].map(isAuthor)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
