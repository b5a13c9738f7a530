// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of a style sheet cannot be imported.
/// <reference path="./katex-css.d.ts" />

import "katex/dist/katex.min.css";
import { mathOptions } from "@tidemark/core/markdown";
import katex from "katex";

/** Draws TeX; returns `null` if it is invalid. See `mathOptions` for the limits of a formula. */
export function drawMath(tex: string, isBlock: boolean): Node | null {
  const holder = document.createElement("span");
  try {
    katex.render(tex, holder, { ...mathOptions, displayMode: isBlock });
  } catch {
    return null;
  }
  return holder.firstChild;
}
