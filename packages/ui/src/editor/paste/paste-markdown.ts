import { isolateHistory } from "@codemirror/commands";
import { type Extension, Prec, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { keysOf } from "../../commands/commands.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { isPressed } from "../../keys/pressed-keys.ts";
import { picturePlacing } from "../files/files-at-caret.ts";
import { isInCode } from "../markdown/in-code.ts";
import type { PastedPage } from "./html-to-markdown.ts";
import { pasteStrings } from "./strings.ts";

/** Maximum length of a page with the pictures in it; longer ones are pasted as plain text. */
const maxLength = 80_000_000;

interface Place {
  readonly from: number;
  readonly to: number;
}

const began = StateEffect.define<{ readonly key: symbol; readonly place: Place }>();
const ended = StateEffect.define<symbol>();

/**
 * Places of pastes that are still being converted, and of converted ones that can still become plain text. The
 * text may change meanwhile.
 */
const places = StateField.define<ReadonlyMap<symbol, Place>>({
  create: () => new Map(),
  update(before, { changes, effects }) {
    if (changes.empty && effects.length === 0) return before;
    const after = new Map<symbol, Place>();
    for (const [key, { from, to }] of before) {
      // Text typed at its ends isn't part of it.
      const start = changes.mapPos(from, from === to ? -1 : 1);
      after.set(key, { from: start, to: Math.max(start, changes.mapPos(to, -1)) });
    }
    for (const effect of effects) {
      if (effect.is(began)) after.set(effect.value.key, effect.value.place);
      if (effect.is(ended)) after.delete(effect.value);
    }
    return after;
  },
});

function insert(view: EditorView, place: Place, content: string | Text): void {
  const text = typeof content === "string" ? view.state.toText(content) : content;
  view.dispatch({
    changes: { ...place, insert: text },
    selection: { anchor: place.from + text.length },
    userEvent: "input.paste",
    scrollIntoView: true,
    annotations: isolateHistory.of("full"),
  });
}

function readPage(view: EditorView, html: string, plain: string): void {
  const { from, to } = view.state.selection.main;
  const key = Symbol("paste");
  view.dispatch({ effects: began.of({ key, place: { from, to } }) });
  const put = (page: PastedPage | null): void => {
    const place = view.state.field(places, false)?.get(key);
    if (place === undefined) return;
    const isPlain = page === null || page.markdown === "" || (page.isPlain && plain !== "");
    const text = view.state.toText(isPlain ? plain : page.markdown);
    insert(view, place, text);
    if (!isPlain && page.pictures.length > 0) placePictures(view, place.from, page.pictures);
    const canBePlain = !isPlain && page.isPartial && plain !== "";
    const pasted: Place = { from: place.from, to: place.from + text.length };
    view.dispatch({ effects: canBePlain ? began.of({ key, place: pasted }) : ended.of(key) });
    report(page, canBePlain ? () => replaceByPlain(view, key, plain) : null);
  };
  import("./html-to-markdown.ts").then(
    ({ htmlToMarkdown }) => {
      let page: PastedPage | null = null;
      try {
        page = withoutLostPictures(view, htmlToMarkdown(html));
      } catch {
        // Fall back to the page's plain text.
      }
      put(page);
    },
    () => put(null),
  );
}

/** Marks a page as partial if the editor can't attach its pictures yet. */
function withoutLostPictures(view: EditorView, page: PastedPage | null): PastedPage | null {
  if (page === null || page.pictures.length === 0) return page;
  if (view.state.facet(picturePlacing).length > 0) return page;
  return { ...page, pictures: [], isPartial: true };
}

/** Attaches the pictures of a page, each at its place in the Markdown that begins at `from`. */
function placePictures(view: EditorView, from: number, pictures: PastedPage["pictures"]): void {
  const [place] = view.state.facet(picturePlacing);
  place?.(
    view,
    pictures.map(({ file, at }) => ({ file, at: from + at })),
  );
}

/** Reports a page that wasn't pasted as a whole. */
function report(page: PastedPage | null, toPlain: (() => void) | null): void {
  if (page !== null && !page.isPartial) return;
  const { say } = useFeedback.getState();
  const undo = toPlain === null ? null : () => Promise.resolve(toPlain());
  say(
    page === null ? pasteStrings.tooLarge : pasteStrings.partial,
    undo,
    "paste",
    pasteStrings.asPlain,
  );
}

/** Replaces a pasted page by its plain text, in one step that can be undone. */
function replaceByPlain(view: EditorView, key: symbol, plain: string): void {
  const place = view.state.field(places, false)?.get(key);
  if (place === undefined || !view.dom.isConnected || view.state.readOnly) return;
  insert(view, place, plain);
  view.dispatch({ effects: ended.of(key) });
  view.focus();
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
