import { forceParsing } from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, runScopeHandlers } from "@codemirror/view";
import { fireEvent, render } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { PlainField } from "../composer/plain-field.tsx";
import { editingKeys } from "./editing-keys.ts";
import { keysBeforeGrammar } from "./keys-before-grammar.ts";
import { markdownSupport } from "./markdown-language.ts";

/** Text field that keys are pressed in. */
interface Typist {
  press(key: string): void;
  /** Text with `‸` at the caret, or at both ends of the selection. */
  shown(): string;
  end(): void;
}

const codes: Readonly<Record<string, number>> = { Enter: 13, Tab: 9, Backspace: 8 };

function parse(marked: string): { doc: string; anchor: number; head: number } {
  const anchor = marked.indexOf("‸");
  const last = marked.lastIndexOf("‸");
  return { doc: marked.replaceAll("‸", ""), anchor, head: last === anchor ? anchor : last - 1 };
}

function marked(text: string, from: number, to: number): string {
  const selected = from === to ? "" : `${text.slice(from, to)}‸`;
  return `${text.slice(0, from)}‸${selected}${text.slice(to)}`;
}

function inEditor(before: string, grammar: Extension): Typist {
  const { doc, anchor, head } = parse(before);
  const extensions = [grammar, keymap.of(editingKeys)];
  const view = new EditorView({
    state: EditorState.create({ doc, selection: { anchor, head }, extensions }),
  });
  return {
    press(key) {
      const name = key.replace("Shift+", "");
      const shiftKey = key !== name;
      const event = new KeyboardEvent("keydown", {
        key: name,
        shiftKey,
        keyCode: codes[name] ?? 0,
      });
      // A busy machine would leave the tree behind the keys.
      forceParsing(view, view.state.doc.length, 1e9);
      if (name in codes) runScopeHandlers(view, event, "editor");
      else type(view, name);
    },
    shown() {
      const { from, to } = view.state.selection.main;
      return marked(view.state.doc.toString(), from, to);
    },
    end: () => view.destroy(),
  };
}

/** Types a letter as the browser would. */
function type(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main;
  const insert = () =>
    view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
}

function inPlainField(before: string): Typist {
  const { doc, anchor, head } = parse(before);
  const nothing = (): void => undefined;
  const { container, unmount } = render(
    <PlainField
      text={{ current: null }}
      left={{ current: null }}
      onSubmit={nothing}
      onLeave={nothing}
      onChange={nothing}
      onCompositionStart={nothing}
      onCompositionEnd={nothing}
    />,
  );
  const field = container.querySelector("textarea")!;
  field.value = doc;
  field.setSelectionRange(Math.min(anchor, head), Math.max(anchor, head));
  const insert = (text: string, from = field.selectionStart): void => {
    field.setRangeText(text, Math.max(0, from), field.selectionEnd, "end");
  };
  return {
    press(key) {
      const name = key.replace("Shift+", "");
      const isDone = !fireEvent.keyDown(field, { key: name, shiftKey: key !== name });
      if (isDone) return;
      // jsdom doesn't type.
      if (name === "Enter") insert("\n");
      else if (name === "Backspace") {
        insert("", field.selectionStart - Number(field.selectionStart === field.selectionEnd));
      } else if (name !== "Tab") insert(name);
    },
    shown: () => marked(field.value, field.selectionStart, field.selectionEnd),
    end: unmount,
  };
}

const places: readonly (readonly [name: string, open: (before: string) => Typist])[] = [
  ["the plain field", inPlainField],
  ["the editor before its grammar", (before) => inEditor(before, keysBeforeGrammar)],
  ["the editor", (before) => inEditor(before, markdownSupport())],
];

type Row = readonly [before: string, keys: string, after: string];

const table = "| Column 1 | Column 2 |\n| --- | --- |\n|  |  |";

/** Keys are separated by blanks; anything but a key's name is typed. */
const rows: readonly Row[] = [
  // Lists
  ["- a‸", "Enter b", "- a\n- b‸"],
  ["- a‸b", "Enter", "- a\n- ‸b"],
  ["- a ‸ b", "Enter", "- a\n- ‸ b"],
  ["* a‸", "Enter", "* a\n* ‸"],
  ["1) a‸", "Enter", "1) a\n2) ‸"],
  ["9. a‸", "Enter", "9. a\n10. ‸"],
  ["1. a‸\n2. b\n3. c", "Enter", "1. a\n2. ‸\n3. b\n4. c"],
  ["1. a‸\n   - x\n2. b\n\nend", "Enter", "1. a\n2. ‸\n   - x\n3. b\n\nend"],
  ["- a\n\n- b‸", "Enter", "- a\n\n- b\n\n- ‸"],
  ["- a\n  b‸", "Enter", "- a\n  b\n  ‸"],
  ["- a‸", "Enter Enter b", "- a\n\nb‸"],
  ["- a‸\nb", "Enter Enter", "- a\n\n‸\nb"],
  ["1. a\n2. ‸\n3. c", "Enter", "1. a\n\n‸\n3. c"],
  ["- ‸", "Enter", "‸"],
  ["- a\n\n- ‸", "Enter", "- a\n\n‸"],
  ["- a‸", "Enter Tab b Enter Enter c", "- a\n  - b\n- c‸"],
  ["- a\n  - b\n  - ‸", "Enter Enter", "- a\n  - b\n\n‸"],
  ["- a\n- ‸b", "Shift+Tab", "- a\n- ‸b"],
  ["- a\n  - ‸b", "Shift+Tab", "- a\n- ‸b"],
  ["‸- a", "Tab", "  ‸- a"],
  ["‸- a", "Enter", "\n‸- a"],
  // Tasks
  ["- [ ] x‸", "Enter Enter after", "- [ ] x\n\nafter‸"],
  ["- [x] a‸", "Enter", "- [x] a\n- [ ] ‸"],
  ["- [x] ‸a", "Enter", "- [x]\n- [ ] ‸a"],
  ["- [ ] a\n  - [ ] ‸", "Enter", "- [ ] a\n- [ ] ‸"],
  // Quotes
  ["> a‸", "Enter b", "> a\n> b‸"],
  ["> a‸", "Enter Enter b", "> a\n\nb‸"],
  ["> > a‸", "Enter Enter b Enter Enter c", "> > a\n>\n> b\n\nc‸"],
  ["> ‸", "Enter", "‸"],
  [">a‸", "Enter", ">a\n>‸"],
  ["> - a‸", "Enter", "> - a\n> - ‸"],
  ["> - a\n> - ‸", "Enter", "> - a\n>\n> ‸"],
  ["- > a‸", "Enter", "- > a\n  > ‸"],
  ["- > a\n  > ‸", "Enter", "- > a\n\n  ‸"],
  ["> a‸", "Tab", "> a‸"],
  // Tables
  [
    "| a | b |\n| --- | --- |\n| 1 | 2‸ |",
    "Enter",
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n| ‸  |   |",
  ],
  ["| a | b‸ |\n| --- | --- |", "Enter", "| a | b |\n| --- | --- |\n| ‸    |     |"],
  ["| a |\n| --- |\n| 1‸ |", "Enter Enter after", "| a |\n| --- |\n| 1 |\n\nafter‸"],
  ["| a |\n| --- |\n| 1‸ |\n\nend", "Enter Enter", "| a |\n| --- |\n| 1 |\n\n‸\n\nend"],
  ["| a‸ | b |\n| --- | --- |", "Tab", "| a | b‸ |\n| --- | --- |"],
  ["| a | b‸ |\n| --- | --- |", "Tab", "| a | b |\n| --- | --- |\n| ‸    |     |"],
  ["| a | b‸ |\n| --- | --- |", "Shift+Tab", "| a‸ | b |\n| --- | --- |"],
  ["a | b‸\n--|--\nc | d", "Tab", "a | b\n--|--\nc‸ | d"],
  [table.replace("Column 1", "‸Column 1‸"), "Tab", table.replace("Column 2", "‸Column 2‸")],
  [
    table.replace("Column 1", "‸Column 1‸"),
    "One Tab Two Tab 1",
    "| One | Two |\n| --- | --- |\n| 1‸ |  |",
  ],
  ["a | b‸", "Tab", "a | b‸"],
  ["```\n| a‸ |\n| --- |", "Tab", "```\n| a‸ |\n| --- |"],
  [
    "| a | b |\n| --- | --- |‸",
    "Enter | 1 | 2 | Enter | 3 | | Enter Enter c",
    "| a | b |\n| --- | --- |\n|1|2|\n|3||\n\nc‸",
  ],
  ["| a |\n| --- |\n| ‸  |", "| | 1", "| a |\n| --- |\n||1‸"],
  ["| a | b |\n| --- | --- |\n| 1‸ | 2 |", "|", "| a | b |\n| --- | --- |\n| 1|‸ | 2 |"],
  ["| a | b |\n| --- | --- |\n| 1\\‸ |   |", "|", "| a | b |\n| --- | --- |\n| 1\\|‸ |   |"],
  ["| a | b |\n| --- | --- |\n| ‸1‸ |   |", "|", "| a | b |\n| --- | --- |\n| |‸ |   |"],
  ["| a | b‸ |\n| --- | --- |", "| c", "| a | b|c‸\n| --- | --- |"],
  ["a | b‸", "|", "a | b|‸"],
  // Backspace
  ["- ‸a", "Backspace", "‸a"],
  ["- a\n- ‸b", "Backspace", "- a\n  ‸b"],
  ["- [ ] a\n- [ ] ‸", "Backspace", "- [ ] a\n      ‸"],
  ["- a\n  - ‸", "Backspace", "- a\n  ‸"],
  ["1. a\n2. ‸", "Backspace", "1. a\n   ‸"],
  ["> a\n> ‸", "Backspace", "> a\n‸"],
  ["> > ‸", "Backspace", "> ‸"],
  ["-  ‸", "Backspace", "- ‸"],
  ["- a‸", "Backspace", "- ‸"],
  ["- [ ] a‸", "Enter Backspace Backspace", "- [ ] a\n‸"],
  ["- a\n  - b‸", "Enter Backspace Backspace Backspace", "- a\n  - b\n‸"],
  ["    ‸a", "Backspace", "  ‸a"],
  ["   ‸", "Backspace", "  ‸"],
  ["a‸", "Backspace", "‸"],
  ["- ‸ab‸", "Backspace", "- ‸"],
  // Text, code and brackets
  ["a‸", "Enter b", "a\nb‸"],
  ["a‸b", "Enter", "a\n‸b"],
  ["  a‸", "Enter", "  a\n  ‸"],
  ["a‸ b", "Enter", "a\n‸b"],
  ["```\n- a‸\n```", "Enter", "```\n- a\n‸\n```"],
  ["```\n  a‸", "Enter", "```\n  a\n  ‸"],
  ["    - a‸", "Enter", "    - a\n    ‸"],
  ["a\n2. b‸", "Enter", "a\n2. b\n‸"],
  ["a\n- ‸", "Enter", "a\n- \n‸"],
  ["‸", "[ ] ( ) { \" ' ` *", "[](){\"'`*‸"],
  ["‸word‸", "[", "[‸"],
  ["a‸", "Tab", "a‸"],
  ["- ‸", "[ ] Enter", "- []\n- ‸"],
];

describe.each(places)("a key in %s", (_name, open) => {
  test.each(rows)("%j, %s", (before, keys, after) => {
    const typist = open(before);
    for (const key of keys.split(" ")) typist.press(key);
    expect(typist.shown()).toBe(after);
    typist.end();
  });
});

test("any keys give the same text in the plain field and in the editor", () => {
  const mark = fc.constantFrom("- ", "> ", "- [ ] ", "* ", "a");
  const key = fc.constantFrom("a", "Enter", "Enter", "Enter a", "Enter Tab a", "Shift+Tab");
  fc.assert(
    fc.property(mark, fc.array(key, { maxLength: 9 }), (first, others) => {
      const keys = [first, "a", ...others.flatMap((each) => each.split(" "))];
      const shown = places.map(([, open]) => {
        const typist = open("‸");
        for (const each of keys) typist.press(each);
        const text = typist.shown();
        typist.end();
        return text;
      });
      expect(shown[0]).toBe(shown[2]);
      expect(shown[1]).toBe(shown[2]);
    }),
    { numRuns: propertyRuns(400) },
  );
});
