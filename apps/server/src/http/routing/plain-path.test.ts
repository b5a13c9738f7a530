import { expect, test } from "vitest";
import { plainPath } from "./plain-path.ts";

test.each([
  ["/", "/"],
  ["//", "/"],
  ["/api/v1/memos", "/api/v1/memos"],
  ["/api/v1/memos/", "/api/v1/memos"],
  ["//api//v1///memos//?filter=a//b/", "/api/v1/memos?filter=a//b/"],
  ["/?x=//", "/?x=//"],
  ["/a%2F%2Fb/", "/a%2F%2Fb"],
  ["http://host//a", "http://host//a"],
  ["*", "*"],
  ["/s/", "/s/"],
  ["//memos/shares//", "/memos/shares/"],
  ["/s/token/", "/s/token"],
])("%j is %j", (url, plain) => expect(plainPath(url)).toBe(plain));
