import { describe, expect, test } from "vitest";
import { scopeOf, type ViewAddress } from "./view-address.ts";

describe("where a search looks", () => {
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
