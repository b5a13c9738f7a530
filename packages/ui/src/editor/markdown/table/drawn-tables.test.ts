import { EditorView, runScopeHandlers } from "@codemirror/view";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { yCollab } from "y-codemirror.next";
import * as Y from "yjs";
import { useEditingView } from "../../editing-view.ts";
import { markdownSupport } from "../markdown-language.ts";
import { holdTables } from "./drawn-tables.ts";

const tides = "| Hour | Height |\n| --- | --: |\n| 06:00 | **4.2** m |\n| 12:15 |  |";

let view: EditorView;

function open(doc: string, caret = 0, text: Y.Text | null = null): void {
  view = new EditorView({
    parent: document.body,
    doc,
    selection: { anchor: caret },
    extensions: [markdownSupport(), text === null ? [] : yCollab(text, null)],
  });
}

beforeEach(() => {
  localStorage.clear();
  if (useEditingView.getState().view !== "live") useEditingView.getState().toggle();
});
afterEach(() => view.destroy());

/** Returns the drawn cells, row by row. */
const drawn = (): string[][] =>
  [...view.contentDOM.querySelectorAll("tr")].map((row) =>
    [...row.cells].map((cell) => cell.textContent),
  );
const lines = (): string[] =>
  [...view.contentDOM.querySelectorAll(".cm-line")].map((line) => line.textContent);
const cells = [
  ["Hour", "Height"],
  ["06:00", "4.2 m"],
  ["12:15", ""],
];

describe("a table", () => {
  test("is drawn while the caret is elsewhere, and shows its source otherwise", () => {
    const doc = `Before\n\n${tides}\n\nAfter`;
    open(doc);
    expect(drawn()).toEqual(cells);
    expect(lines()).toEqual(["Before", "", "", "After"]);
    view.dispatch({ selection: { anchor: doc.indexOf("06:00") } });
    expect(drawn()).toEqual([]);
    expect(lines()).toContain("| 06:00 | **4.2** m |");
    view.dispatch({ selection: { anchor: 0, head: doc.length } });
    expect(drawn()).toEqual([]);
    view.dispatch({ selection: { anchor: doc.length } });
    expect(drawn()).toEqual(cells);
    expect(view.state.doc.toString()).toBe(doc);
  });

  test("contains text only: no address in it is loaded or linked", () => {
    open(
      "\n| a | b |\n|:-:|---|\n| [so](https://x.org) ![p](/file/attachments/a/p.png) | `c` ~~d~~ \\| <b>e</b> |",
    );
    const table = view.contentDOM.querySelector("table");
    expect(drawn()[1]).toEqual(["so p", "c d | <b>e</b>"]);
    expect(table?.querySelector("[src], [href], b")).toBeNull();
    expect(table?.querySelector("td [data-link], td a")).toBeNull();
    expect(table?.querySelector("code")?.textContent).toBe("c");
    expect(table?.querySelector("s")?.textContent).toBe("d");
    expect([...(table?.rows[1]?.cells ?? [])].map(({ dataset }) => dataset["side"])).toEqual([
      "middle",
      undefined,
    ]);
  });

  test("has as many cells in each row as columns", () => {
    open("\na | b\n--|--\none\none | two | three");
    expect(drawn()).toEqual([
      ["a", "b"],
      ["one", ""],
      ["one", "two"],
    ]);
  });

  test.each([
    ["of more than 200 lines", `|a|\n|-|\n${"|b|\n".repeat(199)}`],
    ["of more than 20 KiB", `|a|\n|-|\n|${"b".repeat(20_480)}|`],
    ["in a quote", `> ${tides.replaceAll("\n", "\n> ")}`],
    ["in a list", `- ${tides.replaceAll("\n", "\n  ")}`],
  ])("%s is not drawn", (_name, table) => {
    open(`\n${table}`);
    expect(view.contentDOM.querySelector("table")).toBeNull();
    expect(view.contentDOM.querySelector(".cm-table-line")).not.toBeNull();
  });

  test("keeps its shape while a mouse button is down", () => {
    const doc = `Before\n\n${tides}\n\nAfter`;
    open(doc);
    view.dispatch({ effects: holdTables.of(true) });
    view.dispatch({ selection: { anchor: 0, head: doc.length } });
    view.dispatch({ changes: { from: 0, insert: "Typed. " } });
    expect(drawn()).toEqual(cells);
    view.dispatch({ effects: holdTables.of(false) });
    expect(drawn()).toEqual([]);
  });

  test("shows remote edits at once", () => {
    const text = new Y.Doc().getText("content");
    text.insert(0, `Before\n\n${tides}`);
    open(text.toString(), 0, text);
    text.insert(text.toString().indexOf("|  |") + 2, "1.1 m");
    expect(drawn()[2]).toEqual(["12:15", "1.1 m"]);
    text.insert(0, "More ");
    expect(drawn()[1]).toEqual(["06:00", "4.2 m"]);
    expect(view.state.doc.toString()).toBe(text.toString());
  });

  test("puts the caret after the text of a clicked cell", () => {
    const doc = `Before\n\n${tides}\n\nAfter`;
    open(doc);
    const cell = view.contentDOM.querySelectorAll("td")[1];
    cell?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    expect(view.state.selection.main.head).toBe(doc.indexOf("**4.2** m") + "**4.2** m".length);
    expect(drawn()).toEqual([]);
    expect(document.activeElement).toBe(view.contentDOM);
  });
});

describe("arrows", () => {
  const doc = `Before\n${tides}\n\nAfter`;

  function press(key: string): boolean {
    return runScopeHandlers(view, new KeyboardEvent("keydown", { key }), "editor");
  }

  test("move down into the first cell of a table, and up into its last row", () => {
    open(doc, "Before".length);
    expect(press("ArrowDown")).toBe(true);
    expect(view.state.selection.main.head).toBe(doc.indexOf("Hour"));
    view.dispatch({ selection: { anchor: doc.indexOf("\nAfter") } });
    expect(press("ArrowUp")).toBe(true);
    expect(view.state.selection.main.head).toBe(doc.indexOf("12:15"));
  });

  test("keep their usual function elsewhere", () => {
    open(doc, doc.length);
    expect(press("ArrowUp")).toBe(false);
    view.dispatch({ selection: { anchor: doc.indexOf("Hour") } });
    expect(press("ArrowDown")).toBe(false);
    view.dispatch({ selection: { anchor: 0, head: 6 } });
    expect(press("ArrowDown")).toBe(false);
  });
});
