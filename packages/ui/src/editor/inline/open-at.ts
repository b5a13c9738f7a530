import { EditorView } from "@codemirror/view";
import { setUi, useUi, type EditingPlace } from "../../state/ui-state.ts";
import { scrollerOf } from "./scroller.ts";
import { sourceOffset } from "./source-offset.ts";

/** Puts the caret where the user was reading, at the same height; otherwise at the end. */
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
  // Amount of source that can contain the text that was read.
  const source = doc.sliceString(from, from + 4 * before.length + 400);
  const anchor = Math.min(from + sourceOffset(source, before), doc.length);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor) });
  holdAt(view, anchor, top);
}

/** Number of frames without movement after which holding ends, and the maximum in all. */
const stillFrames = 8;
const maxFrames = 60;

/** Events of a user who acts, which end holding. */
const acts = ["wheel", "pointerdown", "keydown", "touchstart"] as const;

/**
 * Holds a position at a height of the window while lines get their final heights: marks, fonts and the rows
 * around the editor appear frame by frame.
 */
function holdAt(view: EditorView, at: number, top: number): void {
  const scroller = scrollerOf(view);
  if (scroller === null) return;
  const acted = new AbortController();
  for (const act of acts) window.addEventListener(act, () => acted.abort(), acted);
  let left = maxFrames;
  let still = 0;
  const hold = (): void => {
    left -= 1;
    if (acted.signal.aborted || !view.dom.isConnected) return;
    if (left === 0 || still === stillFrames) return acted.abort();
    const now = view.coordsAtPos(at)?.top ?? view.documentTop + view.lineBlockAt(at).top;
    const before = scroller.scrollTop;
    if (Math.abs(now - top) >= 1) scroller.scrollTop += now - top;
    still = scroller.scrollTop === before ? still + 1 : 0;
    requestAnimationFrame(hold);
  };
  requestAnimationFrame(hold);
}
