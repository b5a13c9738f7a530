/**
 * How far into its line an item's words begin, as CSS: what is wrapped begins there too. `before` is
 * the line up to the mark. Null where that is not all blanks: in a quote, or behind another mark.
 *
 * The width of a blank and a digit is the bundled face's; in another the wrapped lines begin a pixel
 * or two off, and nothing else changes.
 */
export function hangingIndent(
  before: string,
  mark: { readonly kind: "bullet" } | { readonly kind: "number"; readonly text: string },
): string | null {
  if (!/^ *$/.test(before)) return null;
  const blanks = before.length;
  // `cm-list-indent` widens what stands before a mark.
  const indent = `${blanks} * (${blankWidth} + ${widerBlank})`;
  if (mark.kind !== "number") return `calc(${indent} + var(--list-mark) + ${blankWidth})`;
  const digits = mark.text.length - 1;
  return `calc(${indent} + ${digits} * ${digitWidth} + ${dotWidth} + ${blankWidth})`;
}

const widerBlank = "7px";
const blankWidth = "0.28em";
const digitWidth = "0.62em";
const dotWidth = "0.29em";
