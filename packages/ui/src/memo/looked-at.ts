import type { EditingPlace } from "../state/ui-state.ts";

/** A point of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Which line of a memo one looks at: where one pointed, else the first that is in view. null where all
 * of the memo is in view, and one may look at any.
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

/** What of the window shows the text, without what sticks above it. */
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

/** The innermost block that a height goes through, or the next one below it. */
function blockAt(body: HTMLElement, y: number): HTMLElement | null {
  const blocks = [...body.querySelectorAll<HTMLElement>("[data-line]")];
  const isBefore = (block: HTMLElement): boolean => block.getBoundingClientRect().bottom <= y + 4;
  const found = blocks.find((block) => !isBefore(block)) ?? blocks.at(-1);
  if (found === undefined) return null;
  // What is inside of it stands behind it.
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

/** The first line of a fence is none of its code. */
function lineOf(block: HTMLElement): number {
  const line = Number(block.dataset["line"]);
  return block.localName === "code" ? line + 1 : line;
}

function caretAt(block: HTMLElement, { x, y }: Point): Range | null {
  // Where it cannot be told, the beginning of the block is as good.
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
