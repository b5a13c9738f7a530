import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import {
  cycleHeading,
  insertLink,
  toggleBullets,
  toggleHeading,
  toggleInline,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
  type Format,
} from "./format.ts";

/** Applies a format to text with the selection between `‹` and `›`, or with the caret at `|`. */
function apply(format: Format, marked: string): string {
  const anchor = marked.search(/[‹|]/);
  const plain = marked.replaceAll(/[‹|]/g, "");
  const head = plain.includes("›") ? plain.indexOf("›") : anchor;
  const state = EditorState.create({
    doc: plain.replace("›", ""),
    selection: { anchor, head },
  });
  const { state: next } = state.update(format(state));
  const { from, to } = next.selection.main;
  const text = next.doc.toString();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`;
}

describe("formatting", () => {
  test.each<[string, Format, string, string]>([
    ["bold", toggleInline("**"), "a ‹word› b", "a **‹word›** b"],
    ["bold again", toggleInline("**"), "a **‹word›** b", "a ‹word› b"],
    ["italic in bold", toggleInline("*"), "**‹word›**", "***‹word›***"],
    ["code at the caret", toggleInline("`"), "a |", "a `|`"],
    ["a heading", toggleHeading(2), "Pl|an", "## Pl|an"],
    ["a heading of another level", toggleHeading(1), "## Pl|an", "# Pl|an"],
    ["a heading again", toggleHeading(1), "# Pl|an", "Pl|an"],
    ["the next heading", cycleHeading, "# |", "## |"],
    ["after the last heading", cycleHeading, "### a|", "a|"],
    ["bullets", toggleBullets, "‹a\nb›", "- ‹a\n- b›"],
    ["bullets again", toggleBullets, "- ‹a\n- b›", "‹a\nb›"],
    ["bullets of tasks", toggleBullets, "- [ ] a|", "- a|"],
    ["numbers", toggleNumbers, "‹a\nb›", "1. ‹a\n2. b›"],
    ["numbers of bullets", toggleNumbers, "‹- a\n- b›", "‹1. a\n2. b›"],
    ["a task", toggleTasks, "  call|", "  - [ ] call|"],
    ["a done task", toggleTasks, "- [x] call|", "call|"],
    ["a quote", toggleQuote, "‹a\nb›", "> ‹a\n> b›"],
    ["a quote again", toggleQuote, "> a|", "a|"],
    ["a link on words", insertLink, "see ‹this›", "see [this](|)"],
    ["a link on an address", insertLink, "‹https://a.org›", "[|](https://a.org)"],
  ])("%s", (_name, format, before, after) => {
    expect(apply(format, before)).toBe(after);
  });
});
