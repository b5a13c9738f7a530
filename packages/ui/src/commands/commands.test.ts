import { expect, test } from "vitest";
import { commandsIn, eachKey, keysOf, type Scope } from "./commands.ts";
import { type KeyPress, pressedKeys } from "../keys/pressed-keys.ts";

/** Scopes whose keys act together, where no key may belong to two commands. */
const together: Readonly<Record<string, readonly Scope[]>> = {
  "a list of memos": ["anywhere", "everyList", "inList"],
  "the list of tasks": ["anywhere", "everyList", "inTasks"],
  "the library": ["anywhere", "everyList", "inLibrary"],
  "the inbox": ["anywhere", "everyList", "inInbox"],
  "a list without the focus": ["anywhere", "everyList", "fromNowhere"],
  "a memo's page": ["anywhere", "onPage"],
  "the panel": ["anywhere", "inPanel"],
  "the palette": ["anywhere", "inPalette"],
  "the editor": ["whileWriting", "focusing", "formatting", "inMarkdown", "asText"],
};

test.each(Object.entries(together))("no key of %s belongs to two commands", (_, scopes) => {
  const keys = commandsIn(scopes).flatMap(([, each]) => eachKey(each));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  // The first key of a pair must not have a command.
  const firsts = new Set(keys.filter((key) => key.includes(" ")).map((key) => key.split(" ")[0]));
  expect(keys.filter((key) => firsts.has(key))).toEqual([]);
});

test("every scope is covered", () => {
  expect(new Set(Object.values(together).flat())).toEqual(new Set(Object.keys(keysOf)));
});

test("a range of keys is expanded to each of them", () => {
  expect(eachKey(["F6", "Ctrl+Alt+1…3"])).toEqual(["F6", "Ctrl+Alt+1", "Ctrl+Alt+2", "Ctrl+Alt+3"]);
});

test.each<[Partial<KeyPress>, string]>([
  [{ key: "j" }, "j"],
  [{ key: "Y", shiftKey: true }, "Shift+Y"],
  [{ key: "Y" }, "Shift+Y"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: " " }, "Space"],
  [{ key: "Delete" }, "Del"],
  [{ key: "ArrowDown", shiftKey: true }, "Shift+↓"],
  [{ key: "n", ctrlKey: true }, "Ctrl+N"],
  [{ key: "n", metaKey: true }, "Ctrl+N"],
  [{ key: "1", code: "Digit1", ctrlKey: true }, "Ctrl+1"],
  // As an American, a German and a French keyboard type it.
  [{ key: "@", code: "Digit2", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+2"],
  [{ key: '"', code: "Digit2", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+2"],
  [{ key: "2", code: "Digit2", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+2"],
  [{ key: "|", code: "Backslash", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+\\"],
  [{ key: "p", code: "KeyP", ctrlKey: true, altKey: true }, "Ctrl+Alt+P"],
  // With Alt, a Mac types another letter.
  [{ key: "π", code: "KeyP", metaKey: true, altKey: true }, "Ctrl+Alt+P"],
  [{ key: "Enter", ctrlKey: true }, "Ctrl+Enter"],
  [{ key: "F6", shiftKey: true }, "Shift+F6"],
])("the press %o is written as %s", (press, keys) => {
  const none = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(pressedKeys({ key: "", target: null, ...none, ...press })[0]).toBe(keys);
});
