import { mathOptions } from "@tidemark/core/markdown";
import katex from "katex";

/** A longer formula stays as it was written. */
const maxLength = 5000;
/** So does what comes when so many were tried, or when what they became is so long. */
const maxFormulas = 500;
const maxHtmlLength = 2 * 1024 * 1024;

/** Draws the formulas of one text. */
export interface MathPen {
  /** HTML; null where it is no formula, or one too many. */
  draw(tex: string, isBlock: boolean): string | null;
  readonly hasDrawn: boolean;
}

/** See `mathOptions` for what a formula may do. */
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
