import { EditorView } from "@codemirror/view";
import { setUi, useUi, type EditingPlace } from "../../state/ui-state.ts";
import { sourceOffset } from "./source-offset.ts";

/** Sets the caret to where one was reading, at the height where that stood; else to the end. */
export function openAtPlace(view: EditorView): void {
  const { editingAt } = useUi.getState();
  setUi({ editingAt: null });
  if (editingAt === null) view.dispatch({ selection: { anchor: view.state.doc.length } });
  else goTo(view, editingAt);
  view.focus();
}

function goTo(view: EditorView, { line, before, top }: EditingPlace): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(line + 1, doc.lines));
  // So far the words of a paragraph may go on.
  const source = doc.sliceString(from, from + 4 * before.length + 400);
  const anchor = Math.min(from + sourceOffset(source, before), doc.length);
  const yMargin = top - scrollerTop(view.dom);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: "start", yMargin }),
  });
}

function scrollerTop(element: HTMLElement): number {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === "auto" || overflowY === "scroll") return box.getBoundingClientRect().top;
  }
  return 0;
}
