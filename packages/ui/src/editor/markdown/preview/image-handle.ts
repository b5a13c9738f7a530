import { isolateHistory } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { imageStrings } from "./strings.ts";
import { writeWidth } from "./write-image.ts";

const narrowest = 40;
const steps: Readonly<Record<string, number>> = {
  ArrowRight: 10,
  ArrowUp: 10,
  ArrowLeft: -10,
  ArrowDown: -10,
  PageUp: 100,
  PageDown: -100,
};

/**
 * Returns the handle that resizes an image in the editor. Dragging it or its keys write a width to the text.
 */
export function imageHandle(
  view: EditorView,
  frame: HTMLElement,
  image: HTMLImageElement,
): HTMLElement {
  const handle = document.createElement("span");
  handle.className = "cm-image-handle";
  handle.tabIndex = 0;
  handle.setAttribute("role", "slider");
  handle.title = imageStrings.resize;
  const widest = (): number => Math.max(narrowest, Math.floor(columnOf(view)));
  const within = (width: number): number =>
    Math.round(Math.min(widest(), Math.max(narrowest, width)));
  const write = (width: number | null): void => {
    const change = writeWidth(view.state, view.posAtDOM(frame), width);
    if (change !== null) view.dispatch(change, { annotations: isolateHistory.of("before") });
  };

  handle.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    if (step !== undefined) write(within(image.clientWidth + step * (event.shiftKey ? 5 : 1)));
    else if (event.key === "Home") write(narrowest);
    else if (event.key === "End") write(widest());
    else if (event.key === "Delete" || event.key === "Backspace") write(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const begin = { x: event.clientX, width: image.clientWidth };
    const isBackward = getComputedStyle(frame).direction === "rtl";
    let width = begin.width;
    const move = ({ clientX }: PointerEvent): void => {
      const way = isBackward ? begin.x - clientX : clientX - begin.x;
      width = within(begin.width + way);
      // The width is written to the text once, on release.
      image.style.inlineSize = `${width}px`;
      image.style.maxBlockSize = "none";
    };
    const end = ({ type }: PointerEvent): void => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      image.style.inlineSize = "";
      image.style.maxBlockSize = "";
      if (type === "pointerup" && width !== begin.width) write(width);
      view.requestMeasure();
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  });
  handle.addEventListener("dblclick", () => write(null));
  handle.addEventListener("focus", () => {
    handle.setAttribute("aria-valuemax", String(widest()));
    describeWidth(handle, image.clientWidth);
  });
  return handle;
}

/** Describes the handle to screen readers, with the image's alt text and width. */
export function describeHandle(frame: HTMLElement, image: HTMLImageElement, words: string): void {
  const handle = frame.querySelector(".cm-image-handle");
  if (handle === null) return;
  handle.setAttribute("aria-label", imageStrings.widthOf(words));
  handle.setAttribute("aria-valuemin", String(narrowest));
  describeWidth(handle, image.width);
}

function describeWidth(handle: Element, width: number): void {
  handle.setAttribute("aria-valuenow", String(width));
  handle.setAttribute("aria-valuetext", imageStrings.pixels(width));
}

/** Returns the width of a line of text in pixels. */
function columnOf(view: EditorView): number {
  const { paddingLeft, paddingRight } = getComputedStyle(view.contentDOM);
  return (
    view.contentDOM.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  );
}
