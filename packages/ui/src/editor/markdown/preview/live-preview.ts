import { syntaxTree } from "@codemirror/language";
import { Compartment, type Extension } from "@codemirror/state";
import {
  type DecorationSet,
  type EditorView,
  keymap,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { bindings } from "../../../commands/bindings.ts";
import { useEditingView, type EditingView } from "../../editing-view.ts";
import { drawnTables, holdTables } from "../table/drawn-tables.ts";
import { alignOrInsert } from "../table/table-keys.ts";
import { decorate } from "./decorate.ts";
import { imageWordsField } from "./image-words-field.ts";
import { openLinkAtCaret, openLinks } from "./open-links.ts";
import { switchTasks } from "./switch-task.ts";

/**
 * Draws the marks in the viewport. During a composition and while a mouse button is down it only maps them,
 * which keeps the shape of lines being written or selected.
 */
class PreviewPlugin implements PluginValue {
  decorations: DecorationSet;
  readonly #view: EditorView;
  #isPointerDown = false;
  #isBehind = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.decorations = decorate(view.state, view.visibleRanges);
  }

  update(update: ViewUpdate): void {
    if (this.#isPointerDown || update.view.compositionStarted) {
      this.decorations = this.decorations.map(update.changes);
      this.#isBehind = true;
      return;
    }
    const isNew =
      this.#isBehind ||
      update.docChanged ||
      update.selectionSet ||
      update.viewportChanged ||
      syntaxTree(update.startState) !== syntaxTree(update.state);
    if (!isNew) return;
    this.#isBehind = false;
    this.decorations = decorate(update.state, update.view.visibleRanges);
  }

  press(): void {
    this.#isPointerDown = true;
    for (const end of releases) window.addEventListener(end, this.#release);
    this.#view.dispatch({ effects: holdTables.of(true) });
  }

  readonly #release = (): void => {
    this.#isPointerDown = false;
    for (const end of releases) window.removeEventListener(end, this.#release);
    this.catchUp();
  };

  /** Redraws after the other listeners of the same event have run. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isBehind && !this.#isPointerDown && !this.#view.compositionStarted) {
        this.#view.dispatch({ effects: holdTables.of(false) });
      }
    });
  }

  destroy(): void {
    clearTimeout(this.#timer);
    for (const end of releases) window.removeEventListener(end, this.#release);
  }
}

const releases = ["pointerup", "pointercancel", "dragend", "blur"] as const;

const previewPlugin = ViewPlugin.fromClass(PreviewPlugin, {
  decorations: (plugin) => plugin.decorations,
  eventHandlers: {
    pointerdown() {
      this.press();
    },
    compositionend() {
      this.catchUp();
    },
  },
});

function shown(view: EditingView): Extension {
  return view === "live" ? [drawnTables(), previewPlugin] : [];
}

const markdownKeys = keymap.of(
  bindings("inMarkdown", {
    switchTask: switchTasks,
    table: (view) => (alignOrInsert(view), true),
    openLink: openLinkAtCaret,
    livePreview: () => (useEditingView.getState().toggle(), true),
  }),
);

/** Shows a text as rendered, except for the caret's line, if that is this device's editing view. */
export function livePreview(): Extension {
  const part = new Compartment();
  return [
    part.of(shown(useEditingView.getState().view)),
    ViewPlugin.define((view) => ({
      destroy: useEditingView.subscribe((now) =>
        view.dispatch({ effects: part.reconfigure(shown(now.view)) }),
      ),
    })),
    imageWordsField,
    openLinks,
    markdownKeys,
  ];
}
