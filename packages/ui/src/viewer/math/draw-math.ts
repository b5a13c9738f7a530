// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of a style sheet cannot be imported.
/// <reference path="./katex-css.d.ts" />

import "katex/dist/katex.min.css";
import katex from "katex";

/**
 * Draws TeX; null where it is none. A formula links nowhere, loads nothing, and neither grows by its
 * own macros nor beyond a screen.
 */
export function drawMath(tex: string, isBlock: boolean): Node | null {
  const holder = document.createElement("span");
  try {
    katex.render(tex, holder, {
      displayMode: isBlock,
      output: "htmlAndMathml",
      throwOnError: true,
      trust: false,
      strict: "ignore",
      maxExpand: 500,
      maxSize: 10,
    });
  } catch {
    return null;
  }
  return holder.firstChild;
}
