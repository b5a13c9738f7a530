import type { Page } from "@playwright/test";

/**
 * Returns texts on screen of which something cuts a line, or that stick out of their button, as
 * `how "text" .class`. Texts that scroll, end in an ellipsis or fade out may be cut.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode() !== null) {
      const { currentNode: text } = texts;
      const element = text.parentElement;
      if (element === null || text.textContent?.trim() === "" || !isShown(element)) continue;
      const how = fault(text, element);
      if (how === null) continue;
      found.push(`${how} "${text.textContent?.trim().slice(0, 40)}" .${element.className}`);
    }
    return found;

    function isShown(element: HTMLElement): boolean {
      return (
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest("[inert], svg, .cm-editor, [data-clamped], .blurred-words") === null
      );
    }

    function fault(text: Node, element: HTMLElement): string | null {
      const range = document.createRange();
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(
        ({ width, height }) => width > 1 && height > 1,
      );
      const button = element.closest("button")?.getBoundingClientRect();
      // An ellipsis shortens only the lines of the box itself.
      let hasLines = true;
      for (let box: HTMLElement | null = element; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { clipPath, display, overflowX, overflowY, textOverflow, maskImage } = style;
        // Text for screen readers, and text that fades out.
        if (clipPath !== "none" || maskImage !== "none") return null;
        if (/auto|scroll/u.test(`${overflowX} ${overflowY}`)) break;
        if (overflowY !== "visible") {
          const shown = box.getBoundingClientRect();
          if (lines.some((line) => isPartOf(line, shown))) return "cut across";
          const isWide = lines.some(
            ({ left, right }) => left < shown.left - 1 || right > shown.right + 1,
          );
          const isShortened =
            hasLines && textOverflow === "ellipsis" && !/flex|grid/u.test(display);
          if (isWide) return isShortened ? null : "cut off";
        }
        if (style.position === "fixed") break;
        hasLines &&= display === "inline";
      }
      const isOut =
        button !== undefined &&
        lines.some(({ left, right }) => left < button.left - 1 || right > button.right + 1);
      return isOut ? "sticks out" : null;
    }

    /** Returns true if a line is neither inside nor outside. */
    function isPartOf(line: DOMRect, shown: DOMRect): boolean {
      const height = Math.min(line.bottom, shown.bottom) - Math.max(line.top, shown.top);
      return height > 1 && height < line.height * 0.75;
    }
  });
}
