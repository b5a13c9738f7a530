import { expect, test } from "vitest";
import { linkAmong, readLink } from "./deep-link.ts";

const code = "7KQ2M9XB12345678";

test.each([
  ["tidemark://open?memo=a1B2-c3_", "/m/a1B2-c3_"],
  ["TIDEMARK://open/?memo=a1", "/m/a1"],
  ["tidemark://view?id=v1", "/?saved=v1"],
  ["tidemark://search?q=low%20water%20%23boat", "/?q=low+water+%23boat"],
  ["tidemark://search?q=123", "/?q=%22123%22"],
  ["tidemark://search?q=true", "/?q=%22true%22"],
])("%s opens %s", (link, route) => {
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
  `tidemark://connect?url=https://ada:secret@notes.example.org&code=${code}`,
  `tidemark://connect?url=javascript:alert(1)&code=${code}`,
  `tidemark://connect?url=https://a.example&url=https://b.example&code=${code}`,
  `tidemark://connect?url=https://a.example&code=${code}&code=${code}`,
  `tidemark://connect?code=${code}`,
  "tidemark://connect?url=https://a.example&code=",
  "tidemark://connect?url=https://a.example&code=1234",
  `tidemark://connect?url=https://a.example&code=${code}0`,
  `tidemark://connect?url=https://a.example&code=${code}${"-".repeat(64)}`,
  `tidemark://connect?url=https://a.example&code=${code}%00${"0".repeat(60)}`,
  `tidemark://connect?url=https://a.example&code=${"0".repeat(1900)}`,
  "tidemark:open?memo=a",
  "https://open?memo=a",
  "javascript:alert(1)",
  "nonsense",
  "",
])("ignores %s", (link) => {
  expect(readLink(link)).toBeNull();
});

test("the text of a capture link keeps newlines and tabs, but no other control characters", () => {
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

test("a connect link offers the server's origin, and a code if the link has one", () => {
  const link = "tidemark://connect?url=https%3A%2F%2Fnotes.example.org%2Fx%3Fy";
  const url = "https://notes.example.org";
  expect(readLink(link)).toEqual({ type: "connect", url, code: null });
  expect(readLink(`${link}&code=7kq2-m9xb-1234-5678`)).toEqual({ type: "connect", url, code });
});

test("finds a link among a program's other arguments", () => {
  expect(linkAmong(["/opt/tidemark", "--data=/memos", "tidemark://open?memo=a"])).toBe(
    "tidemark://open?memo=a",
  );
  expect(linkAmong(["/opt/tidemark", "notes.md"])).toBeNull();
});
