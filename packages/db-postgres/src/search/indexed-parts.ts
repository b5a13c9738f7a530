import { indexedParts, needleOf } from "@tidemark/core/filter";
import { type SqlFragment, sqlText, type TextNeedle } from "@tidemark/db/engine";

/**
 * Returns the parts of a needle that `folded` contains for every text with it. `areExact`: no other text has
 * them.
 */
export function partsOf({ op, text }: TextNeedle): {
  readonly parts: readonly string[];
  readonly areExact: boolean;
} {
  if (op === "contains") return { parts: indexedParts(text, null), areExact: false };
  const needle = needleOf(text);
  const phrases = indexedParts(needle.text, needle.form);
  const parts = phrases.flatMap((phrase) => phrase.split(" ")).filter((word) => word !== "");
  const areExact = needle.form === "bare" && parts.length === 1 && parts[0] === needle.text;
  return { parts, areExact };
}

/** Returns the condition that the folded text contains a part. */
export function isLike(part: string): SqlFragment {
  return sqlText("folded LIKE ?", likePattern(part));
}

/** Returns the pattern for texts that contain a needle, with wildcards escaped. */
export function likePattern(needle: string): string {
  return `%${needle.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
