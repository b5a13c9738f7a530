import type { Extension } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from "@codemirror/view";
import { tagRanges } from "@tidemark/core/markdown";

/** Length up to which tags are found with every key; in a longer text, after a pause in typing. */
const immediateLength = 5_000;
const pauseMs = 300;

const mark = Decoration.mark({ class: "cm-tag" });

function marksOf(view: EditorView): DecorationSet {
  const ranges = tagRanges(view.state.doc.toString());
  return Decoration.set(ranges.map(({ from, to }) => mark.range(from, to)));
}

/** Length beyond which tags aren't marked, because that takes too long. */
const maxLength = 200_000;

/** Marks the tags of the text, with the same grammar as in the memo. */
export const tagMarks: Extension = ViewPlugin.define(
  (view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plugin = {
      decorations: Decoration.none,
      update(update: { docChanged: boolean; changes: Parameters<DecorationSet["map"]>[0] }) {
        if (!update.docChanged) return;
        plugin.decorations = plugin.decorations.map(update.changes);
        clearTimeout(timer);
        // Wait for the end of a composition: marks that move would end it.
        if (!view.composing) markNow();
        else timer = setTimeout(refresh, pauseMs);
      },
      destroy: () => clearTimeout(timer),
    };
    const refresh = (): void => {
      if (view.composing) {
        timer = setTimeout(refresh, pauseMs);
        return;
      }
      if (view.state.doc.length <= maxLength) plugin.decorations = marksOf(view);
      view.dispatch({});
    };
    const markNow = (): void => {
      if (view.state.doc.length <= immediateLength) plugin.decorations = marksOf(view);
      else timer = setTimeout(refresh, pauseMs);
    };
    markNow();
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);
