/**
 * KaTeX options for formulas, on a page and in a document. A formula can't link or load anything. Macro
 * expansion and size are limited. Invalid TeX throws.
 */
export const mathOptions = {
  output: "htmlAndMathml",
  throwOnError: true,
  trust: false,
  strict: "ignore",
  maxExpand: 500,
  /** Maximum size in em. */
  maxSize: 10,
} as const;
