import { ensureSyntaxTree } from "@codemirror/language";
import { EditorView } from "@codemirror/view";

const parseMs = 200;

/**
 * Puts the caret of the editor in `around` at the end of a heading and scrolls that to the top. `index`
 * counts the headings that have text, in order. Does nothing if the heading doesn't exist.
 */
export function goToHeading(around: HTMLElement, index: number): void {
  const dom = around.querySelector<HTMLElement>(".cm-editor");
  const view = dom === null ? null : EditorView.findFromDOM(dom);
  if (view === null) return;
  const { state } = view;
  const ends: number[] = [];
  ensureSyntaxTree(state, state.doc.length, parseMs)?.iterate({
    enter: ({ name, from, to }) => {
      if (!/^(?:ATX|Setext)Heading\d$/.test(name)) return;
      const line = state.doc.lineAt(from);
      if (/[^#\s]/.test(state.sliceDoc(from, to))) ends.push(Math.min(to, line.to));
    },
  });
  const at = ends[index];
  if (at === undefined) return;
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: "start", yMargin: 72 }),
  });
  view.focus();
}
