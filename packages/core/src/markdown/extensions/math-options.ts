/**
 * How formulas are drawn, on a page and in a document, as KaTeX takes it: one links nowhere, loads
 * nothing, and neither grows by its own macros nor beyond a screen. What is no TeX throws.
 */
export const mathOptions = {
  output: "htmlAndMathml",
  throwOnError: true,
  trust: false,
  strict: "ignore",
  maxExpand: 500,
  /** In em. */
  maxSize: 10,
} as const;
