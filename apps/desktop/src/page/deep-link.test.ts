import { expect, test } from "vitest";
import { linkAmong, readLink } from "./deep-link.ts";

test.each([
  ["tidemark://open?memo=a1B2-c3_", "/m/a1B2-c3_"],
  ["TIDEMARK://open/?memo=a1", "/m/a1"],
  ["tidemark://view?id=v1", "/?saved=v1"],
  ["tidemark://search?q=low%20water%20%23boat", "/?q=low+water+%23boat"],
  ["tidemark://search?q=123", "/?q=%22123%22"],
  ["tidemark://search?q=true", "/?q=%22true%22"],
])("%s leads to %s", (link, route) => {
  expect(readLink(link)).toEqual({ type: "route", route });
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
  `tidemark://capture?text=${"a".repeat(20_000)}`,
  "tidemark://connect",
  "tidemark://connect?url=file:///etc/passwd",
  "tidemark://connect?url=https://ada:secret@notes.example.org",
  "tidemark:open?memo=a",
  "https://open?memo=a",
  "javascript:alert(1)",
  "nonsense",
  "",
])("%s leads nowhere", (link) => {
  expect(readLink(link)).toBeNull();
});

test("a text for quick capture is what was typed, and nothing that a terminal would obey", () => {
  const text = (link: string) => readLink(link);
  expect(text("tidemark://capture?text=Low%20water%0A%09at%206%20%23tides")).toEqual({
    type: "capture",
    text: "Low water\n\tat 6 #tides",
  });
  expect(text("tidemark://capture?text=a%00%1B%5B2Jb%0D%0Ac")).toEqual({
    type: "capture",
    text: "a[2Jb\nc",
  });
  expect(text("tidemark://capture")).toEqual({ type: "capture", text: "" });
});

test("a server is offered by its origin alone", () => {
  expect(readLink("tidemark://connect?url=https%3A%2F%2Fnotes.example.org%2Fx%3Fy&code=1")).toEqual(
    { type: "connect", url: "https://notes.example.org" },
  );
});

test("a link is found among a program's other arguments", () => {
  expect(linkAmong(["/opt/tidemark", "--data=/memos", "tidemark://open?memo=a"])).toBe(
    "tidemark://open?memo=a",
  );
  expect(linkAmong(["/opt/tidemark", "notes.md"])).toBeNull();
});
