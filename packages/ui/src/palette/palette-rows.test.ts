import { SquarePen } from "lucide-react";
import { expect, test } from "vitest";
import { paletteGroups, type PaletteSources, readAsk, withWords } from "./palette-rows.ts";

test.each([
  ["", { kind: "memos", words: "" }],
  ["  tide tables ", { kind: "memos", words: "tide tables" }],
  [">dark", { kind: "commands", words: "dark" }],
  ["> dark mode", { kind: "commands", words: "dark mode" }],
  ["#boat/k", { kind: "tags", words: "boat/k" }],
  ["#boat keel", { kind: "memos", words: "#boat keel" }],
  ["#boat ", { kind: "memos", words: "#boat" }],
  ["?bold", { kind: "help", words: "bold" }],
  ["@tasks", { kind: "views", words: "tasks" }],
])("reads %j as %o", (typed, ask) => {
  expect(readAsk(typed)).toEqual(ask);
});

test("lists matches at the beginning before matches elsewhere", () => {
  const labels = ["Show the sidebar", "Sidebar", "Sync now"];
  expect(withWords(labels, "side", (label) => label)).toEqual(["Sidebar", "Show the sidebar"]);
  expect(withWords(labels, "the sho", (label) => label)).toEqual(["Show the sidebar"]);
});

const found = (id: string) => ({
  id,
  title: id,
  snippet: "",
  terms: [],
  around: null,
  tags: [],
  createdMs: 0,
  isArchived: false,
});
const command = (id: string) => ({
  id,
  label: id,
  keys: "",
  icon: SquarePen,
  run: () => undefined,
});
const sources: PaletteSources = {
  memos: ["a", "b", "c", "d", "e", "f"].map(found),
  commands: ["New memo", "Settings", "Sync now", "Sidebar", "Undo"].map(command),
  tags: [
    { tag: "boat", count: 3 },
    { tag: "boat/keel", count: 1 },
  ],
  keys: [
    {
      id: "bold",
      label: "Bold",
      where: "While writing",
      keys: ["Ctrl+B"],
      isText: false,
      command: null,
    },
    {
      id: "pin",
      label: "Pin or unpin",
      where: "In the list",
      keys: ["p"],
      isText: false,
      command: null,
    },
  ],
  views: [
    {
      key: "tasks",
      address: { view: "tasks" },
      label: "Tasks",
      command: "Go to tasks",
      icon: null,
      keys: "",
    },
  ],
  settings: [
    {
      key: "settings-sync",
      address: { settings: "sync" },
      label: "Settings: Sync",
      command: "",
      icon: null,
      keys: "",
    },
  ],
};
const keysOf = (typed: string) =>
  paletteGroups(readAsk(typed), sources).map(({ value, items }) => [
    value,
    items.map(({ key }) => key),
  ]);

test("lists recent memos and the most used commands for an empty query", () => {
  expect(keysOf("")).toEqual([
    ["recent", ["a", "b", "c", "d", "e"]],
    ["commands", [">New memo", ">Settings", ">Sync now", ">Sidebar"]],
  ]);
});

test("lists memos for words, then matching commands and views, and a search", () => {
  expect(keysOf("s")).toEqual([
    ["memos", ["a", "b", "c", "d", "e", "f"]],
    ["commands", [">Settings", ">Sync now", ">Sidebar"]],
    ["views", ["@settings-sync", "@tasks"]],
    ["search", ["search"]],
  ]);
});

test("lists one kind alone for a prefix", () => {
  expect(keysOf("#keel")).toEqual([["tags", ["#boat/keel"]]]);
  expect(keysOf("@t")).toEqual([["views", ["@tasks"]]]);
  expect(keysOf("@nothing")).toEqual([]);
});

test("lists commands and then places for their prefix", () => {
  expect(keysOf(">")).toEqual([
    ["commands", [">New memo", ">Settings", ">Sync now", ">Sidebar", ">Undo"]],
    ["places", ["@tasks", "@settings-sync"]],
  ]);
  expect(keysOf("> tasks")).toEqual([["places", ["@tasks"]]]);
  const named = { ...sources, commands: [...sources.commands, command("Do tasks")] };
  expect(paletteGroups(readAsk(">tas"), named).map(({ value }) => value)).toEqual([
    "places",
    "commands",
  ]);
  expect(keysOf(">go to")).toEqual([["places", ["@tasks"]]]);
  expect(keysOf(">sync")).toEqual([
    ["commands", [">Sync now"]],
    ["places", ["@settings-sync"]],
  ]);
});

test("finds shortcuts by their names and by their keys", () => {
  expect(keysOf("?")).toEqual([["help", ["?bold", "?pin"]]]);
  expect(keysOf("? unpin")).toEqual([["help", ["?pin"]]]);
  expect(keysOf("?ctrl+b")).toEqual([["help", ["?bold"]]]);
});

test("looks a question mark up in memos on touch screens, which have no keys", () => {
  expect(readAsk("?pin", true)).toEqual({ kind: "memos", words: "?pin" });
  expect(readAsk(">pin", true)).toEqual({ kind: "commands", words: "pin" });
});
