import { EditorView } from "@codemirror/view";

/** Returns the scroll container of an editor that is as high as its text. */
export function scrollerOf(view: EditorView): HTMLElement | null {
  for (let box = view.dom.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === "auto" || overflowY === "scroll") return box;
  }
  return null;
}

/**
 * Keeps the caret clear of sticky elements above and below the text. Applies only if they cover the text:
 * otherwise CodeMirror would hide completions at its first and last lines.
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
