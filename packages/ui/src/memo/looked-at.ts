import type { EditingPlace } from "../state/ui-state.ts";

/** Point in client coordinates of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the line of a memo that the user clicked or, without a click, the first visible line. Null without
 * a click if the whole memo is visible.
 */
export function lookedAt(body: HTMLElement, pointed: Point | null): EditingPlace | null {
  const view = viewOf(body);
  if (pointed === null && isWhole(body, view)) return null;
  const edge = pointed?.y ?? view.top;
  const block = blockAt(body, edge);
  if (block === null) return null;
  const box = block.getBoundingClientRect();
  const start = Math.max(box.top, edge);
  const point = pointed ?? { x: startOf(block, box), y: start + Math.min(8, box.height / 2) };
  const caret = caretAt(block, point);
  return {
    line: lineOf(block),
    before: caret === null ? "" : textBefore(block, caret),
    top: caret?.getBoundingClientRect().top ?? start,
  };
}

interface View {
  readonly top: number;
  readonly bottom: number;
}

/** Returns the visible vertical range of the scroller, below sticky content. */
function viewOf(body: HTMLElement): View {
  for (let box = body.parentElement; box !== null; box = box.parentElement) {
    const style = getComputedStyle(box);
    if (style.overflowY !== "auto" && style.overflowY !== "scroll") continue;
    const { top, bottom } = box.getBoundingClientRect();
    return { top: top + (Number.parseFloat(style.scrollPaddingTop) || 0), bottom };
  }
  return { top: 0, bottom: window.innerHeight };
}

function isWhole(body: HTMLElement, view: View): boolean {
  const { top, bottom } = body.getBoundingClientRect();
  const isCut = body.closest("[data-clamped]") !== null;
  return !isCut && top >= view.top && bottom <= view.bottom;
}

/** Returns the innermost block at a height, or the next one below it. */
function blockAt(body: HTMLElement, y: number): HTMLElement | null {
  const blocks = [...body.querySelectorAll<HTMLElement>("[data-line]")];
  const isBefore = (block: HTMLElement): boolean => block.getBoundingClientRect().bottom <= y + 4;
  const found = blocks.find((block) => !isBefore(block)) ?? blocks.at(-1);
  if (found === undefined) return null;
  // Nested blocks follow their parent in the document.
  const inner = blocks.filter((block) => found.contains(block) && !isBefore(block));
  return (
    inner.findLast((block) => block.getBoundingClientRect().top <= y) ??
    inner.find((block) => !inner.some((other) => other !== block && block.contains(other))) ??
    found
  );
}

function startOf(block: HTMLElement, { left, right }: DOMRect): number {
  return getComputedStyle(block).direction === "rtl" ? right - 1 : left + 1;
}

/** Returns the first line of a block's content: for a fenced code block, the line after the fence. */
function lineOf(block: HTMLElement): number {
  const line = Number(block.dataset["line"]);
  return block.localName === "code" ? line + 1 : line;
}

function caretAt(block: HTMLElement, { x, y }: Point): Range | null {
  // Callers fall back to the beginning of the block.
  const found = document.caretPositionFromPoint?.(x, y) ?? null;
  if (found === null || !block.contains(found.offsetNode)) return null;
  const range = document.createRange();
  range.setStart(found.offsetNode, found.offset);
  return range;
}

function textBefore(block: HTMLElement, caret: Range): string {
  const range = document.createRange();
  range.selectNodeContents(block);
  range.setEnd(caret.startContainer, caret.startOffset);
  return range.toString();
}
