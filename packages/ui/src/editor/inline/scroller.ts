import { EditorView } from "@codemirror/view";

/** What scrolls an editor that is as high as its text. */
export function scrollerOf(view: EditorView): HTMLElement | null {
  for (let box = view.dom.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === "auto" || overflowY === "scroll") return box;
  }
  return null;
}

/**
 * What sticks above the text and below it covers no caret. Only where it covers the text at all: where
 * it does not, CodeMirror would hide what it offers at the first lines and the last ones.
 */
export const keepClear = EditorView.scrollMargins.of((view) => {
  const scroller = scrollerOf(view);
  if (scroller === null) return null;
  const padding = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop);
  const top = Number.isNaN(padding) ? 0 : padding;
  const tools = view.dom.closest(".inline-editor")?.querySelector<HTMLElement>(".inline-tools");
  const bottom = (tools?.offsetHeight ?? 0) + 8;
  const [text, shown] = [view.dom.getBoundingClientRect(), scroller.getBoundingClientRect()];
  return {
    top: text.top < shown.top + top ? top : 0,
    bottom: text.bottom > shown.bottom - bottom ? bottom : 0,
  };
});
