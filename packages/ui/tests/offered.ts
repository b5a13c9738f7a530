import {
  CompletionContext,
  type Completion,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { sourceOf, type Trigger } from "../src/editor/completion/trigger.ts";

/** Returns an editor state for a text with its caret at `|`. */
export function stateOf(marked: string): EditorState {
  const at = marked.indexOf("|");
  return EditorState.create({
    doc: marked.replace("|", ""),
    selection: { anchor: at },
    extensions: [markdown({ base: markdownLanguage })],
  });
}

function markedText({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  const selected = main.empty ? "|" : `|${text.slice(main.from, main.to)}|`;
  return text.slice(0, main.from) + selected + text.slice(main.to);
}

/** Returns the completions of a trigger for a text with its caret at `|`; null if there are none. */
export async function offeredIn(
  marked: string,
  trigger: Trigger,
): Promise<CompletionResult | null> {
  const state = stateOf(marked);
  return sourceOf(trigger)(new CompletionContext(state, state.selection.main.head, false));
}

/** Returns the labels of the completions. */
export async function labelsIn(marked: string, trigger: Trigger): Promise<readonly string[]> {
  const result = await offeredIn(marked, trigger);
  return result === null ? [] : result.options.map(({ label }) => label);
}

/** Returns the text after choosing the completion with this label, with `|` around the selection. */
export async function afterChoosing(
  marked: string,
  trigger: Trigger,
  label: string,
): Promise<string> {
  const result = await offeredIn(marked, trigger);
  const row = result?.options.find((each) => each.label === label);
  if (result === null || row === undefined) throw new Error(`${label} is not offered`);
  const view = new EditorView({ state: stateOf(marked) });
  apply(view, row, result.from);
  // Destroyed before it measures itself, because jsdom has no layout.
  view.destroy();
  return markedText(view.state);
}

function apply(view: EditorView, row: Completion, from: number): void {
  const to = view.state.selection.main.head;
  if (typeof row.apply === "function") row.apply(view, row, from, to);
  else {
    const insert = row.apply ?? row.label;
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } });
  }
}
