import { expect, test } from "vitest";
import { routeOf } from "./route-of.ts";

const route = (path: string, mode: RequestMode = "navigate", method = "GET") =>
  routeOf({ method, mode, url: `https://tides.example${path}` });

test.each([
  ["/", "app"],
  ["/?locale=pseudo", "app"],
  ["/m/abc", "memo"],
  ["/m/abc?x=1", "memo"],
  ["/assets/first-1.js", "part"],
  ["/icons/icon.svg", "part"],
  ["/manifest.webmanifest", "part"],
  ["/file/attachments/1/tide.png", "file"],
] as const)("a navigation to %s is answered as %s", (path, expected) => {
  expect(route(path)).toBe(expected);
});

test.each([
  "/api/v1/memos",
  "/sync/hello",
  "/s/abc",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/set-up",
  "/service-worker.js",
  "/frames/diagram",
  "/m",
  "/m/",
  "/m/a/b",
  "/nothing",
  "//",
  "/assets",
])("A40b · %s is left to the server", (path) => {
  expect(route(path)).toBeNull();
});

test("only navigations open the app, and only reading is answered", () => {
  expect(route("/", "cors")).toBeNull();
  expect(route("/m/abc", "same-origin")).toBeNull();
  expect(route("/", "navigate", "POST")).toBeNull();
  expect(route("/assets/first-1.js", "no-cors", "HEAD")).toBeNull();
  expect(route("/sign-out", "cors", "POST")).toBe("sign-out");
});
