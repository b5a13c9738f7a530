import type { Extension } from "@codemirror/state";
import { Decoration, ViewPlugin, type DecorationSet, type EditorView } from "@codemirror/view";
import { tagRanges } from "@tidemark/core/markdown";

/** Up to this length the tags are found with every key, beyond it when the typing pauses. */
const immediateLength = 5_000;
const pauseMs = 300;

const mark = Decoration.mark({ class: "cm-tag" });

function marksOf(view: EditorView): DecorationSet {
  const ranges = tagRanges(view.state.doc.toString());
  return Decoration.set(ranges.map(({ from, to }) => mark.range(from, to)));
}

/** Marks the tags of the text as the memo will have them: by the same grammar. */
export const tagMarks: Extension = ViewPlugin.define(
  (view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plugin = {
      decorations: marksOf(view),
      update(update: { docChanged: boolean; changes: Parameters<DecorationSet["map"]>[0] }) {
        if (!update.docChanged) return;
        plugin.decorations = plugin.decorations.map(update.changes);
        clearTimeout(timer);
        // A composition is left alone: marks that move under it would end it.
        if (view.state.doc.length <= immediateLength && !view.composing) {
          plugin.decorations = marksOf(view);
        } else {
          timer = setTimeout(refresh, pauseMs);
        }
      },
      destroy: () => clearTimeout(timer),
    };
    const refresh = (): void => {
      plugin.decorations = marksOf(view);
      view.dispatch({});
    };
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);
