// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of a style sheet cannot be imported.
/// <reference path="./katex-css.d.ts" />

import "katex/dist/katex.min.css";
import { mathOptions } from "@tidemark/core/markdown";
import katex from "katex";

/** Draws TeX; null where it is none. See `mathOptions` for what a formula may do. */
export function drawMath(tex: string, isBlock: boolean): Node | null {
  const holder = document.createElement("span");
  try {
    katex.render(tex, holder, { ...mathOptions, displayMode: isBlock });
  } catch {
    return null;
  }
  return holder.firstChild;
}
