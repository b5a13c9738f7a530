import { mathOptions } from "@tidemark/core/markdown";
import katex from "katex";

/** Maximum length of a formula; longer ones are shown as source. */
const maxLength = 5000;
/** Maximum number of formulas, and of characters of their HTML; further ones are shown as source. */
const maxFormulas = 500;
const maxHtmlLength = 2 * 1024 * 1024;

/** Renders the formulas of one text. */
export interface MathPen {
  /** Returns HTML; null for an invalid formula or beyond the limits. */
  draw(tex: string, isBlock: boolean): string | null;
  readonly hasDrawn: boolean;
}

/** Creates a renderer; `mathOptions` defines the allowed features. */
export function createMathPen(): MathPen {
  let asked = 0;
  let room = maxHtmlLength;
  return {
    draw(tex, isBlock) {
      asked += 1;
      if (asked > maxFormulas || room < 0 || tex.length > maxLength) return null;
      try {
        const html = katex.renderToString(tex, { ...mathOptions, displayMode: isBlock });
        room -= html.length;
        return room < 0 ? null : html;
      } catch {
        return null;
      }
    },
    get hasDrawn() {
      return room < maxHtmlLength;
    },
  };
}
