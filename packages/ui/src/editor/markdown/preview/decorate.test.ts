import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test, describe } from "vitest";
import { decorate } from "./decorate.ts";
import { memoSyntax } from "./memo-syntax.ts";

/** Returns the state of a text with the caret at `‸`, parsed to its end. */
function stateOf(marked: string): EditorState {
  const at = marked.indexOf("‸");
  const state = EditorState.create({
    doc: marked.replace("‸", ""),
    selection: { anchor: Math.max(0, at) },
    extensions: markdown({ base: markdownLanguage, extensions: memoSyntax }),
  });
  const tree = ensureSyntaxTree(state, state.doc.length, 1e9);
  // A state keeps the tree as parsed at its creation, so only the next state has all of it.
  const parsed = state.update({}).state;
  expect(syntaxTree(parsed)).toBe(tree);
  return parsed;
}

/** Returns the visible text: without hidden marks, and with a widget's name for the text it replaces. */
function shown(marked: string): string {
  const state = stateOf(marked);
  let text = "";
  let end = 0;
  const found = decorate(state, [{ from: 0, to: state.doc.length }]);
  for (const each = found.iter(); each.value !== null; each.next()) {
    const { spec } = each.value;
    if (spec.class !== undefined) continue;
    text += state.sliceDoc(end, each.from);
    if (spec.widget !== undefined) text += `‹${spec.widget.constructor.name}›`;
    end = each.to;
  }
  return text + state.sliceDoc(end);
}

/** Returns the classes of each line. */
function lineClasses(marked: string): string[] {
  const state = stateOf(marked);
  const classes = Array.from({ length: state.doc.lines }, () => "");
  decorate(state, [{ from: 0, to: state.doc.length }]).between(
    0,
    state.doc.length,
    (from, to, { spec }) => {
      if (from === to) classes[state.doc.lineAt(from).number - 1] = spec.class;
    },
  );
  return classes;
}

const own = "/file/attachments/0b5c1f0e-8a55-4c0e-9d77-0f6f0c7d9a10/tide.png";

describe("the visible text", () => {
  test.each([
    ["‸\n**a** *b* __c__ ~~d~~ ==e== `f`", "\na b c d e f"],
    ["‸\n***a*** **b *c* d**", "\na b c d"],
    ["‸\na==b and 1 == 2", "\na==b and 1 == 2"],
    ["‸\n# One\n## Two ##\n#tag", "\nOne\nTwo\n#tag"],
    ["‸\nOne\n===\n\n#\n\n## ", "\nOne\n===\n\n#\n\n## "],
    ["‸\n> a\n> > b", "\na\nb"],
    ["‸\n- a\n* b\n1. c", "\n‹Bullet› a\n‹Bullet› b\n1. c"],
    ["‸\n- [ ] a\n  - [x] b\n- [x]y", "\n‹TaskBox› a\n  ‹TaskBox› b\n‹Bullet› [x]y"],
    ["‸\n1. [X] a", "\n‹TaskBox› a"],
    ['‸\n[a *b*](https://x.org "t") c', "\na b c"],
    ["‸\n[](https://x.org) [a] [a][b] [^1]", "\n[](https://x.org) [a] [a][b] [^1]"],
    ["‸\n<https://x.org>", "\nhttps://x.org"],
    [`‸\n![t](${own})`, "\n‹ImageBox›"],
    ["‸\n![t](https://x.org/a.png) ![](/trpc/x)", "\n‹ElsewhereBox› ![](/trpc/x)"],
    ["‸\n![t](/trpc/changes)", "\n‹ElsewhereBox›"],
    ["‸\na\n\n---\n\n***", "\na\n\n‹RuleLine›\n\n‹RuleLine›"],
    ["‸\n```js\n**a**\n```\nb", "\njs\n**a**\n\nb"],
    ["‸\n| **a** | b |\n|---|---|\n| `c` | d |", "\n| **a** | b |\n|---|---|\n| `c` | d |"],
    ["‸\n$a*b*c$ and $$\\{x_1\\}_2$$ \\*", "\n$a*b*c$ and $$\\{x_1\\}_2$$ *"],
    ["‸\n5 $ and *6* $", "\n5 $ and 6 $"],
    ["‸\n<b>**a**</b>\n\n<div>\n**b**\n</div>", "\n<b>a</b>\n\n<div>\n**b**\n</div>"],
    ["‸\n**a\nb**", "\na\nb"],
    ["‸\n[a](\nhttps://x.org)", "\n[a](\nhttps://x.org)"],
  ])("of %j is %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ["a **b‸** c\n**d**", "a **b** c\nd"],
    ["**a**‸\n**b**", "**a**\nb"],
    ["**a**\n‸**b**", "a\n**b**"],
    ["‸# A\n# B", "# A\nB"],
    ["> a‸\n> b", "> a\nb"],
    ["[a‸](https://x.org)", "[a](https://x.org)"],
    ["```js‸\na\n```", "```js\na\n"],
    ["---‸", "---"],
    [`![t](${own})‸`, `![t](${own})`],
  ])("has the marks of the line with the caret: %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test.each([
    ["- [ ] a‸", "‹TaskBox› a"],
    ["- [ ] ‸a", "‹TaskBox› a"],
    ["- [ ]‸ a", "- [ ] a"],
    ["‸- [ ] a", "- [ ] a"],
    ["- a‸", "‹Bullet› a"],
    ["- ‸a", "‹Bullet› a"],
    ["-‸ a", "- a"],
  ])("has a box or a bullet while the caret is after it: %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test("has the source of every line that a selection touches", () => {
    const state = stateOf("**a**\n**b**\n**c**\n**d**");
    const selected = state.update({ selection: { anchor: 7, head: 13 } }).state;
    const hidden: number[] = [];
    decorate(selected, [{ from: 0, to: 24 }]).between(0, 24, (from) => {
      hidden.push(selected.doc.lineAt(from).number);
    });
    expect([...new Set(hidden)]).toEqual([1, 4]);
  });

  test("has line classes for headings, quotes, code, tables and tasks", () => {
    expect(lineClasses("# a\n\n> b\n> # c\n\n```\nd\n```\n\n|a|\n|-|\n|b|\n\n- [x] e")).toEqual([
      "cm-heading-1",
      "",
      "cm-quote-line",
      "cm-quote-line cm-heading-1",
      "",
      "cm-code-line cm-code-first",
      "cm-code-line",
      "cm-code-line cm-code-last",
      "",
      "cm-table-line",
      "cm-table-line",
      "cm-table-line",
      "",
      "cm-list-line cm-task-done",
    ]);
  });

  test("is drawn in the given ranges only", () => {
    const line = "**a**\n";
    const state = stateOf(`‸\n${line.repeat(2000)}`);
    let count = 0;
    decorate(state, [{ from: 601, to: 660 }]).between(0, state.doc.length, (from, to) => {
      expect(to).toBeGreaterThanOrEqual(601 - 2);
      expect(from).toBeLessThanOrEqual(660 + 2);
      count += 1;
    });
    expect(count).toBeGreaterThan(10);
  });
});

describe("wrapped lines in a list", () => {
  test.each([
    ["- one", "calc(0 * (0.28em + 7px) + var(--list-mark) + 0.28em)"],
    ["  - [ ] one", "calc(2 * (0.28em + 7px) + var(--list-mark) + 0.28em)"],
    ["12. one", "calc(0 * (0.28em + 7px) + 2 * 0.62em + 0.29em + 0.28em)"],
  ])("of %s start below its text", (text, hang) => {
    expect(hangs(text)).toEqual([`--hang: ${hang}`]);
  });

  test("start at the edge in a quote and after a tab", () => {
    expect(hangs("> - one\n\n- one\n\t- two")).toEqual([
      "--hang: calc(0 * (0.28em + 7px) + var(--list-mark) + 0.28em)",
    ]);
  });
});

function hangs(text: string): string[] {
  const found: string[] = [];
  const state = stateOf(text);
  decorate(state, [{ from: 0, to: state.doc.length }]).between(
    0,
    state.doc.length,
    (_from, _to, { spec }) => {
      if (spec.attributes?.style !== undefined) found.push(spec.attributes.style);
    },
  );
  return found;
}
