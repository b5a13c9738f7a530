import { EditorView } from "@codemirror/view";

/** What scrolls an editor that is as high as its text. */
export function scrollerOf(view: EditorView): HTMLElement | null {
  for (let box = view.dom.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === "auto" || overflowY === "scroll") return box;
  }
  return null;
}

/** What sticks above the text and below it covers no caret. */
export const keepClear = EditorView.scrollMargins.of((view) => {
  const scroller = scrollerOf(view);
  const top =
    scroller === null ? 0 : Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop);
  const tools = view.dom.closest(".inline-editor")?.querySelector<HTMLElement>(".inline-tools");
  return { top: Number.isNaN(top) ? 0 : top, bottom: (tools?.offsetHeight ?? 0) + 8 };
});
