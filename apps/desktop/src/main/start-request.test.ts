import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "./start-request.ts";

const read = (...args: string[]) => readArguments(["/opt/tidemark", ...args], "/home/ada");

test("a start requests the window, quick capture, a file or a link", () => {
  expect(read()).toEqual({ type: "window" });
  expect(read("--data=/memos", "--hidden")).toEqual({ type: "hidden" });
  expect(read("--capture")).toEqual({ type: "capture", text: "" });
  expect(read("--no-sandbox", "notes/tides.MD")).toEqual({
    type: "file",
    path: resolve("/home/ada", "notes/tides.MD"),
  });
  expect(read("tidemark://open?memo=a1")).toEqual({ type: "route", route: "/m/a1" });
  expect(read("--capture", "tidemark://app/#/trash")).toEqual({ type: "window" });
});

test("accepts the file URLs that Linux desktops pass", () => {
  expect(read("file:///home/ada/very%20low%20%E6%BD%AE.md")).toEqual({
    type: "file",
    path: resolve("/home/ada/very low 潮.md"),
  });
  expect(read("file://elsewhere/notes.md")).toEqual({ type: "window" });
  expect(read("file:///home/ada/a%2Fb.md")).toEqual({ type: "window" });
});

test("ignores files that aren't text, and options that end like one", () => {
  expect(read("picture.png")).toEqual({ type: "window" });
  expect(read("--log=notes.md")).toEqual({ type: "window" });
});
