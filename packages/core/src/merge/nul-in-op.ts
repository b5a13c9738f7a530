import { findNul, type Path } from "../json/index.ts";

/** Paths of the memo's text in memo operations. `*` is any index of a list. */
const memoTexts = new Set(["text.content", "text.older.*.content", "whole.base", "whole.content"]);

/** Returns true if an operation contains U+0000 outside a memo's text. It is refused then. */
export function holdsNul(op: { readonly kind: string }): boolean {
  const isMemoOp = op.kind.startsWith("memo.");
  return findNul(op, (path) => isMemoOp && memoTexts.has(written(path))) !== null;
}

function written(path: Path): string {
  return path.map((key) => (typeof key === "number" ? "*" : key)).join(".");
}
