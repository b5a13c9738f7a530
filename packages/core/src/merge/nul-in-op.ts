import { findNul, type Path } from "../json/index.ts";

/** Where operations of memos carry the memo's text; a `*` is any place in a list. */
const memoTexts = new Set(["text.content", "text.older.*.content", "whole.base", "whole.content"]);

/** Whether an operation holds U+0000 beside the text of a memo: then it is refused. */
export function holdsNul(op: { readonly kind: string }): boolean {
  const isMemoOp = op.kind.startsWith("memo.");
  return findNul(op, (path) => isMemoOp && memoTexts.has(written(path))) !== null;
}

function written(path: Path): string {
  return path.map((key) => (typeof key === "number" ? "*" : key)).join(".");
}
