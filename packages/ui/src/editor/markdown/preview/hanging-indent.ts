/**
 * Returns the indent of an item's text as CSS, used for its wrapped lines. `before` is the line up to the
 * mark. Returns `null` unless that is all spaces, for instance in a quote or after another mark. The widths
 * of a space and a digit are those of the bundled font; with another, wrapped lines are a pixel or two off.
 */
export function hangingIndent(
  before: string,
  mark: { readonly kind: "bullet" } | { readonly kind: "number"; readonly text: string },
): string | null {
  if (!/^ *$/.test(before)) return null;
  const blanks = before.length;
  // `cm-list-indent` widens the spaces before a mark.
  const indent = `${blanks} * (${blankWidth} + ${widerBlank})`;
  if (mark.kind !== "number") return `calc(${indent} + var(--list-mark) + ${blankWidth})`;
  const digits = mark.text.length - 1;
  return `calc(${indent} + ${digits} * ${digitWidth} + ${dotWidth} + ${blankWidth})`;
}

const widerBlank = "7px";
const blankWidth = "0.28em";
const digitWidth = "0.62em";
const dotWidth = "0.29em";
