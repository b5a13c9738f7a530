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

/** Beyond this the marks would cost more than they give. */
const maxLength = 200_000;

/** Marks the tags of the text as the memo will have them: by the same grammar. */
export const tagMarks: Extension = ViewPlugin.define(
  (view) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plugin = {
      decorations: Decoration.none,
      update(update: { docChanged: boolean; changes: Parameters<DecorationSet["map"]>[0] }) {
        if (!update.docChanged) return;
        plugin.decorations = plugin.decorations.map(update.changes);
        clearTimeout(timer);
        // A composition is left alone: marks that move under it would end it.
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
