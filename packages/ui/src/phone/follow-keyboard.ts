import { isInText } from "../focus/is-in-text.ts";

/** Distance between the caret and the keyboard, in pixels. */
const gap = 12;

/**
 * Sets `--keyboard` to the height that a screen keyboard covers, in pixels. Chrome and Firefox shrink the page
 * instead (`interactive-widget`), so it stays 0 there; Safari shrinks only the visual viewport. Returns the
 * function that ends this.
 */
export function followKeyboard(target: Window): () => void {
  const { visualViewport: seen } = target;
  const { documentElement: root } = target.document;
  if (seen === null) return () => undefined;
  let frame = 0;
  const place = (): void => {
    // Zoomed in by two fingers, it is smaller without a keyboard.
    const isZoomed = Math.abs(seen.scale - 1) > 0.01;
    const covered = isZoomed ? 0 : target.innerHeight - seen.height - seen.offsetTop;
    root.style.setProperty("--keyboard", `${Math.max(0, Math.round(covered))}px`);
    target.cancelAnimationFrame(frame);
    // The page is laid out in the new room by then.
    frame = target.requestAnimationFrame(() => showCaret(target.document));
  };
  place();
  const stop = new AbortController();
  seen.addEventListener("resize", place, { signal: stop.signal });
  seen.addEventListener("scroll", place, { signal: stop.signal });
  return () => {
    stop.abort();
    target.cancelAnimationFrame(frame);
    root.style.removeProperty("--keyboard");
  };
}

/** Scrolls the caret into view if the lower edge of its scroll container, or the tools there, hide it. */
function showCaret(page: Document): void {
  const field = page.activeElement;
  if (!(field instanceof HTMLElement) || !isInText(field)) return;
  const box = scrollBoxOf(field);
  const caret = field.isContentEditable ? caretBoxOf(page) : field.getBoundingClientRect();
  if (box === null || caret === null) return;
  // They stick to that edge, over the text.
  const tools = field.closest(".inline-editor")?.querySelector<HTMLElement>(".inline-tools");
  const edge = box.getBoundingClientRect().bottom - (tools?.offsetHeight ?? 0);
  const hidden = caret.bottom + gap - edge;
  if (hidden > 0) box.scrollBy({ top: hidden });
}

/** Returns the rectangle of the caret; null if the selection is elsewhere. */
function caretBoxOf(page: Document): DOMRect | null {
  const selection = page.getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const [box] = selection.getRangeAt(0).getClientRects();
  if (box !== undefined) return box;
  // An empty line has no text to measure.
  const node = selection.focusNode;
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  return element?.getBoundingClientRect() ?? null;
}

function scrollBoxOf(field: HTMLElement): HTMLElement | null {
  for (let box = field.parentElement; box !== null; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) && box.scrollHeight > box.clientHeight) return box;
  }
  return null;
}
