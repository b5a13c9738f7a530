import { EditorState } from "@codemirror/state";
import { EditorView, keymap, runScopeHandlers } from "@codemirror/view";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type CommandIn, commandsIn, eachKey } from "../../commands/commands.ts";
import { useEditingView } from "../editing-view.ts";
import { editingKeys } from "./editing-keys.ts";
import { markdownSupport } from "./markdown-language.ts";

const opened = vi.fn();
vi.stubGlobal("open", opened);

afterEach(() => {
  opened.mockClear();
  useEditingView.setState({ view: "live" });
});

/** Text with `¦` at both ends of the selection, and the expected text after key number `at`. */
type Case = readonly [before: string, after: (at: number) => string];

const cases: Readonly<Record<CommandIn<"formatting" | "inMarkdown">, Case>> = {
  bold: ["¦word¦", () => "**word**"],
  italic: ["¦word¦", () => "*word*"],
  strike: ["¦word¦", () => "~~word~~"],
  code: ["¦word¦", () => "`word`"],
  link: ["¦word¦", () => "[word]()"],
  heading: ["¦word¦", (at) => `${"#".repeat(at + 1)} word`],
  numbers: ["¦word¦", () => "1. word"],
  bullets: ["¦word¦", () => "- word"],
  task: ["¦word¦", () => "- [ ] word"],
  quote: ["¦word¦", () => "> word"],
  switchTask: ["- [ ] ¦word¦", () => "- [x] word"],
  table: ["| a¦¦ |\n|---|\n| bcd |", () => "| a   |\n| --- |\n| bcd |"],
  openLink: ["[word](https://example.org/)¦¦", () => "[word](https://example.org/)"],
  livePreview: ["¦word¦", () => "word"],
};

const keys = commandsIn(["formatting", "inMarkdown"]).flatMap(([id, each]) =>
  eachKey(each).map((key, at) => [key, id as keyof typeof cases, at] as const),
);

test.each(keys)("%s · %s", (key, id, at) => {
  const [before, after] = cases[id];
  const from = before.indexOf("¦");
  const view = new EditorView({
    state: EditorState.create({
      doc: before.replaceAll("¦", ""),
      selection: { anchor: from, head: before.lastIndexOf("¦") - 1 },
      extensions: [keymap.of(editingKeys), markdownSupport()],
    }),
  });
  onTestFinished(() => view.destroy());
  const parts = key.split("+");
  const last = parts.at(-1) ?? "";
  const isLetter = last.length === 1;
  const event = new KeyboardEvent("keydown", {
    key: isLetter && !parts.includes("Shift") ? last.toLowerCase() : last,
    keyCode: isLetter ? last.charCodeAt(0) : 13,
    ctrlKey: parts.includes("Ctrl"),
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
  });
  expect(runScopeHandlers(view, event, "editor")).toBe(true);
  expect(view.state.doc.toString()).toBe(after(at));
  expect(opened.mock.calls.length).toBe(id === "openLink" ? 1 : 0);
  expect(useEditingView.getState().view).toBe(id === "livePreview" ? "source" : "live");
});
