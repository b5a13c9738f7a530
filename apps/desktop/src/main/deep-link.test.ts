import { expect, test } from "vitest";
import { linkAmong, routeOfLink } from "./deep-link.ts";

test.each([
  ["tidemark://open?memo=a1B2-c3_", "/m/a1B2-c3_"],
  ["TIDEMARK://open/?memo=a1", "/m/a1"],
  ["tidemark://view?id=v1", "/?saved=v1"],
  ["tidemark://search?q=low%20water%20%23boat", "/?q=low+water+%23boat"],
  ["tidemark://search?q=123", "/?q=%22123%22"],
  ["tidemark://search?q=true", "/?q=%22true%22"],
])("%s leads to %s", (link, route) => {
  expect(routeOfLink(link)).toBe(route);
});

test.each([
  "tidemark://app/#/trash",
  "tidemark://open",
  "tidemark://open?memo=",
  "tidemark://open?memo=../trash",
  "tidemark://open?memo=a%23b",
  `tidemark://open?memo=${"a".repeat(65)}`,
  "tidemark://search?q=%20",
  `tidemark://search?q=${"a".repeat(2000)}`,
  "tidemark:open?memo=a",
  "https://open?memo=a",
  "javascript:alert(1)",
  "nonsense",
  "",
])("%s leads nowhere", (link) => {
  expect(routeOfLink(link)).toBeNull();
});

test("a link is found among a program's other arguments", () => {
  expect(linkAmong(["/opt/tidemark", "--data=/memos", "tidemark://open?memo=a"])).toBe(
    "tidemark://open?memo=a",
  );
  expect(linkAmong(["/opt/tidemark", "notes.md"])).toBeNull();
});
