import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState } from "@codemirror/state";
import { EditorView, type Command } from "@codemirror/view";
import { describe, expect, test } from "vitest";
import { alignOrInsert, tableKeys } from "./table-keys.ts";
import { textWidth } from "./text-width.ts";

/** Runs a command in a text with the caret at `‸`; returns `null` if it did nothing. */
function run(command: Command, marked: string): string | null {
  const view = new EditorView({
    state: EditorState.create({
      doc: marked.replace("‸", ""),
      selection: { anchor: marked.indexOf("‸") },
      extensions: markdown({ base: markdownLanguage }),
    }),
  });
  const isDone = command(view);
  const { doc, selection } = view.state;
  const { head } = selection.main;
  view.destroy();
  return isDone ? `${doc.sliceString(0, head)}‸${doc.sliceString(head)}` : null;
}

function keyed(name: string, shift = false): Command {
  const binding = tableKeys.find(({ key }) => key === name);
  return (view) => (shift ? binding?.shift : binding?.run)?.(view) ?? false;
}

const tab = keyed("Tab");
const shiftTab = keyed("Tab", true);
const enter = keyed("Enter");
const align: Command = (view) => (alignOrInsert(view), true);

describe("keys in a table", () => {
  test.each([
    ["the next cell", "| a‸ | b |\n|---|---|\n| c | d |", "| a | b‸ |\n|---|---|\n| c | d |"],
    ["the next row", "| a | b‸ |\n|---|---|\n| c | d |", "| a | b |\n|---|---|\n| c‸ | d |"],
    ["an empty cell", "| a‸ |   |\n|---|---|", "| a | ‸  |\n|---|---|"],
    ["without outer bars", "a‸ | b\n--|--\nc | d", "a | b‸\n--|--\nc | d"],
    [
      "a new row",
      "| a | b |\n|---|---|\n| c | d‸ |",
      "| a | b |\n|---|---|\n| c | d |\n| ‸  |   |",
    ],
    ["over a bar in a cell", "| a‸ \\| b | c |\n|-|-|", "| a \\| b | c‸ |\n|-|-|"],
    ["in a quote", "> | a | b‸ |\n> |---|---|", "> | a | b |\n> |---|---|\n> | ‸  |   |"],
  ])("Tab moves to %s", (_name, before, after) => {
    expect(run(tab, before)).toBe(after);
  });

  test.each([
    ["the cell before", "| a | b‸ |\n|---|---|", "| a‸ | b |\n|---|---|"],
    ["the row before", "| a | b |\n|---|---|\n| c‸ | d |", "| a | b‸ |\n|---|---|\n| c | d |"],
  ])("Shift and Tab move to %s", (_name, before, after) => {
    expect(run(shiftTab, before)).toBe(after);
  });

  test.each([
    [
      "below",
      "| a | b |\n|---|---|\n| c‸c | d |\n| e | f |",
      "| a | b |\n|---|---|\n| cc | d |\n| ‸   |   |\n| e | f |",
    ],
    [
      "below the header",
      "| a‸ | b |\n|---|---|\n| c | d |",
      "| a | b |\n|---|---|\n| ‸  |   |\n| c | d |",
    ],
    ["of the table's own width", "a | b\n--|--\nc‸ | d", "a | b\n--|--\nc | d\n| ‸  |   |"],
  ])("Enter adds a row %s", (_name, before, after) => {
    expect(run(enter, before)).toBe(after);
  });

  test.each([
    ["| a | b |\n|---|---|\n| c | d |\n| ‸  |   |", "| a | b |\n|---|---|\n| c | d |\n\n‸"],
    ["| a |\n|---|\n| ‸  |\n\nbelow", "| a |\n|---|\n\n‸\n\nbelow"],
    ["> | a |\n> |---|\n> | ‸  |", "> | a |\n> |---|\n>\n> ‸"],
    ["- | a |\n  |---|\n  | ‸  |", "- | a |\n  |---|\n\n  ‸"],
  ])("Enter in an empty last row leaves the table by a blank line: %j", (before, after) => {
    expect(run(enter, before)).toBe(after);
  });

  test("Tab selects the placeholder of every cell of a new table", () => {
    const doc = "| Column 1 | Column 2 |\n| --- | --- |\n|  |  |";
    const view = new EditorView({
      state: EditorState.create({
        doc,
        selection: { anchor: 2, head: 10 },
        extensions: markdown({ base: markdownLanguage }),
      }),
    });
    const selected = (): string => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    };
    expect(tab(view)).toBe(true);
    expect(selected()).toBe("Column 2");
    expect(shiftTab(view)).toBe(true);
    expect(selected()).toBe("Column 1");
    view.dispatch(view.state.replaceSelection("One"));
    expect(tab(view)).toBe(true);
    view.dispatch(view.state.replaceSelection("High"));
    expect(tab(view)).toBe(true);
    view.dispatch(view.state.replaceSelection("1"));
    expect(view.state.doc.toString()).toBe("| One | High |\n| --- | --- |\n| 1 |  |");
    view.dispatch({ selection: { anchor: 2, head: 4 } });
    expect(tab(view)).toBe(false);
    view.destroy();
  });

  test.each([
    ["Tab outside", tab, "a | b‸"],
    ["Tab in code", tab, "```\n| a‸ | b |\n|---|---|\n```"],
    ["Shift and Tab in the first cell", shiftTab, "| a‸ | b |\n|---|---|"],
    ["Enter outside", enter, "a‸"],
    ["Enter in front of a row", enter, "‸| a | b |\n|---|---|"],
  ])("%s keeps its usual function", (_name, command, before) => {
    expect(run(command, before)).toBeNull();
  });
});

describe("aligning a table", () => {
  test.each([
    [
      "pads what is short",
      "|a‸|long word|\n|-|:-:|\n|bb|c|",
      "| a‸   | long word |\n| --- | :-------: |\n| bb  |     c     |",
    ],
    [
      "ends numbers at the right",
      "| n‸ |\n|--:|\n| 1 |\n| 1000 |",
      "|    n‸ |\n| ---: |\n|    1 |\n| 1000 |",
    ],
    [
      "counts wide characters as two",
      "|a‸|b|\n|-|-|\n|漢字|x|\n|👍🏽|y|\n|é|z|",
      "| a‸    | b   |\n| ---- | --- |\n| 漢字 | x   |\n| 👍🏽   | y   |\n| é    | z   |",
    ],
    [
      "adds the bars and cells that lack",
      "a‸ | b\n--|--\nc",
      "| a‸   | b   |\n| --- | --- |\n| c   |     |",
    ],
    ["leaves what is lined up", "| a‸   |\n| --- |", "| a‸   |\n| --- |"],
    ["knows a quote", "> |a‸|\n> |-|\n> |bb|", "> | a‸   |\n> | --- |\n> | bb  |"],
  ])("%s", (_name, before, after) => {
    expect(run(align, before)).toBe(after);
  });

  test("changes nothing the second time", () => {
    const once = run(align, "a‸ | b\n:-|-:\n`x\\|y` | \nc | 漢");
    expect(run(align, once ?? "")).toBe(once);
  });

  test("inserts a table if there is none", () => {
    expect(run(align, "words‸")).toBe("words\n\n| ‸    |     |\n| --- | --- |\n|     |     |");
    expect(run(align, "‸")).toBe("| ‸    |     |\n| --- | --- |\n|     |     |");
  });
});

test.each([
  ["", 0],
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 1],
  ["漢字かなカナ한글", 16],
  ["ｱ", 1],
  ["Ａ、", 4],
  ["👩‍👩‍👧", 2],
  ["☀️", 2],
  ["☀", 1],
  ["🇩🇪", 2],
  ["1️⃣ 1", 4],
])("%j takes %d columns", (text, width) => {
  expect(textWidth(text)).toBe(width);
});
