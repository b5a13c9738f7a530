import type { Page } from "@playwright/test";

/** Smallest side of a target on a touch screen, in pixels. */
const leastPx = 44;

/**
 * Returns the controls on screen that a finger can't hit within 44 × 44 px, as `role "name" width×height`.
 * Measures the area that reacts, with labels and pseudo-elements. Links within a sentence may be smaller
 * (WCAG 2.5.8), and so may controls of the browser itself, such as a video's.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls =
      "a[href], button, input, select, textarea, summary, [contenteditable='true'], [role=button], [role=tab], " +
      "[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=treeitem], [role=switch], [role=slider], [role=combobox]";
    const all = [...document.querySelectorAll<HTMLElement>(controls)];
    return all.flatMap((element) => {
      const target = whole(element);
      if (!isReachable(element, target) || isInSentence(element)) return [];
      target.scrollIntoView({ block: "center", inline: "center" });
      const { width, height } = reach(element, target);
      if (width >= least - 0.5 && height >= least - 0.5) return [];
      const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
      const kind = element.getAttribute("role") ?? element.localName;
      const size = `${Math.round(width)}×${Math.round(height)}`;
      return [`${kind} "${name.trim().slice(0, 40)}" ${size} .${element.className.slice(0, 40)}`];
    });

    /** Returns the label of a box or a radio button, if that is the larger target. */
    function whole(element: HTMLElement): HTMLElement {
      const isBox = element instanceof HTMLInputElement && /checkbox|radio/.test(element.type);
      const label = isBox ? element.labels?.[0] : undefined;
      return label !== undefined && label.offsetHeight > element.offsetHeight ? label : element;
    }

    function isReachable(element: HTMLElement, target: HTMLElement): boolean {
      if (element.closest("[inert], [aria-hidden='true'], [data-base-ui-focus-guard]") !== null) {
        return false;
      }
      if (element.matches(":disabled, [type='hidden'], [type='file']")) return false;
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false;
      const { width, height } = target.getBoundingClientRect();
      // Elements for screen readers alone.
      if (width <= 1 || height <= 1) return false;
      return !isClipped(element) && !isCut(target) && !isUnderPopup(target);
    }

    /** Returns true for what a shortened memo doesn't show. */
    function isCut(target: HTMLElement): boolean {
      const text = target.closest("[data-clamped]")?.getBoundingClientRect();
      return text !== undefined && target.getBoundingClientRect().bottom > text.bottom;
    }

    /** Returns true for what is hidden until it has the focus. */
    function isClipped(element: HTMLElement): boolean {
      for (let each: HTMLElement | null = element; each !== null; each = each.parentElement) {
        if (getComputedStyle(each).clipPath !== "none") return true;
      }
      return false;
    }

    /** Returns true for what an open sheet or menu covers. */
    function isUnderPopup(target: HTMLElement): boolean {
      const popups = [...document.querySelectorAll("[data-base-ui-portal] [data-open]")];
      return popups.length > 0 && !popups.some((popup) => popup.contains(target));
    }

    function isInSentence(element: HTMLElement): boolean {
      if (element.localName !== "a" && !element.matches("button.search-suggestion")) return false;
      const block = element.parentElement?.closest(
        "p, li, td, th, dd, h1, h2, h3, h4, h5, h6, blockquote, label",
      );
      const text = block?.textContent?.trim() ?? "";
      const own = element.textContent?.trim() ?? "";
      return getComputedStyle(element).display.startsWith("inline") && text !== own;
    }

    /** Returns how far from the middle of a target a touch still reaches it. */
    function reach(element: HTMLElement, target: HTMLElement) {
      const box = target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hits = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(x + dx, y + dy);
        return (
          hit !== null &&
          (target.contains(hit) || element.contains(hit) || hit.closest("label") === target)
        );
      };
      const along = (dx: number, dy: number): number => {
        let far = 0;
        while (far < least && hits(dx * (far + 1), dy * (far + 1))) far += 1;
        return far;
      };
      return {
        width: box.width >= least ? box.width : Math.max(box.width, along(-1, 0) + along(1, 0) + 1),
        height:
          box.height >= least ? box.height : Math.max(box.height, along(0, -1) + along(0, 1) + 1),
      };
    }
  }, leastPx);
}
