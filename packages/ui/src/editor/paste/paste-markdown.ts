import { isolateHistory } from "@codemirror/commands";
import { type Extension, Prec, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { keysOf } from "../../commands/commands.ts";
import { isPressed } from "../../keyboard/pressed-keys.ts";
import { isInCode } from "../markdown/in-code.ts";

/** Maximum length of a page; longer ones are pasted as plain text. */
const maxLength = 1_000_000;

interface Place {
  readonly from: number;
  readonly to: number;
}

const began = StateEffect.define<{ readonly key: symbol; readonly place: Place }>();
const ended = StateEffect.define<symbol>();

/** Places of pastes that are still being converted; the text may change meanwhile. */
const places = StateField.define<ReadonlyMap<symbol, Place>>({
  create: () => new Map(),
  update(before, { changes, effects }) {
    if (changes.empty && effects.length === 0) return before;
    const after = new Map<symbol, Place>();
    for (const [key, { from, to }] of before) {
      after.set(key, { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) });
    }
    for (const effect of effects) {
      if (effect.is(began)) after.set(effect.value.key, effect.value.place);
      if (effect.is(ended)) after.delete(effect.value);
    }
    return after;
  },
});

function insert(view: EditorView, place: Place, content: string | Text, key?: symbol): void {
  const text = typeof content === "string" ? view.state.toText(content) : content;
  view.dispatch({
    changes: { ...place, insert: text },
    selection: { anchor: place.from + text.length },
    userEvent: "input.paste",
    scrollIntoView: true,
    annotations: isolateHistory.of("full"),
    ...(key === undefined ? {} : { effects: ended.of(key) }),
  });
}

function readPage(view: EditorView, html: string, plain: string): void {
  const { from, to } = view.state.selection.main;
  const key = Symbol("paste");
  view.dispatch({ effects: began.of({ key, place: { from, to } }) });
  const put = (text: string): void => {
    const place = view.state.field(places, false)?.get(key);
    if (place !== undefined) insert(view, place, text, key);
  };
  import("./html-to-markdown.ts").then(
    ({ htmlToMarkdown }) => {
      let markdown: string | null = null;
      try {
        markdown = htmlToMarkdown(html);
      } catch {
        // Fall back to the page's plain text.
      }
      put(markdown === null || markdown === "" ? plain : markdown);
    },
    () => put(plain),
  );
}

/** Editors whose next paste was requested as plain text, by its key. */
const asksForPlain = new WeakSet<EditorView>();

const address = /^(?:https?:\/\/|mailto:)\S+$/i;

const handlers = EditorView.domEventHandlers({
  keydown(event, view) {
    if (isPressed(event, keysOf.asText.pastePlain[0])) asksForPlain.add(view);
    else asksForPlain.delete(view);
    return false;
  },
  paste(event, view) {
    const data = event.clipboardData;
    if (data === null || view.state.readOnly) return false;
    const isPlain = asksForPlain.delete(view);
    const plain = data.getData("text/plain");
    const { main } = view.state.selection;
    if (isPlain && plain !== "") {
      insert(view, main, plain);
      return true;
    }
    const html = data.getData("text/html");
    if (html === "" || html.length > maxLength || view.state.selection.ranges.length > 1) {
      return false;
    }
    // An address pasted over text becomes its link. HTML from a code editor contains only colours.
    const isLink = !main.empty && address.test(plain.trim());
    if (isLink || data.types.includes("vscode-editor-data")) return false;
    if (isInCode(view.state, main.from)) return false;
    readPage(view, html, plain);
    return true;
  },
});

/** Pastes HTML as Markdown, except in code and where plain text was requested. */
export const pasteAsMarkdown: Extension = [places, Prec.high(handlers)];
