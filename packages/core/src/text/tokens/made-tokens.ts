import { tokensIn } from "./tokens.ts";

/** Maximum length in UTF-16 units of the lines whose tokens are compared. Finding tokens is slow. */
const maxCompared = 10_000;

/**
 * Returns true if a merge by letters made a token that none of the other texts has: of both sides, and of their
 * merge by tokens. The letters that replaced a part of a token, and text that the other side inserted beside it,
 * are then at the same place of the document. Also returns true if too long lines differ.
 */
export function madeTokens(letters: string, others: readonly string[]): boolean {
  if (others.includes(letters)) return false;
  const lines = new Set(letters.split("\n"));
  const otherLines = new Set(others.flatMap((text) => text.split("\n")));
  const made = [...lines].filter((line) => !otherLines.has(line)).join("\n");
  const known = [...otherLines].filter((line) => !lines.has(line)).join("\n");
  if (made.length > 0 && made.length + known.length > maxCompared) return true;
  const tokens = tokensIn(known);
  return [...tokensIn(made)].some((token) => !tokens.has(token));
}
