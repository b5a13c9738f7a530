const MAX_CODE_POINTS = 100;
/** A code point is at most two UTF-16 units; one more code point is needed as look-ahead. */
const MAX_UNITS = 2 * MAX_CODE_POINTS + 2;

// Emoji are matched by Extended_Pictographic, not by a list of known sequences. It includes the code points
// reserved for future emoji, so engines of different ages agree. It doesn't include modifiers (skin tones),
// tag characters (subdivision flags) and regional indicators (flags). Variation selectors and the keycap are
// marks.
const EMOJI = String.raw`\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]*`;
const SEGMENT = [
  String.raw`[\p{L}\p{M}\p{Nd}_\-+&\p{Emoji_Modifier}\p{Regional_Indicator}]`,
  String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
  String.raw`(?<=\p{L}\p{M}*)['\u2019](?=\p{L})`,
].join("|");
const TAG = new RegExp(`^(?:${SEGMENT})+(?:/(?:${SEGMENT})+)*`, "u");

/** Characters that a tag may not end with after it was cut. */
const DANGLING = /[/'’\u200D]+$/u;

/**
 * Reads the tag that begins right after the `#` at `hash`, never looking at `limit` or beyond. Returns the
 * tag without `#`, or `""` if none begins there. Cost is bounded for any text length. It ignores context
 * (code, links, escapes), which the grammar handles. Rules M3–M5.
 */
export function readTag(text: string, hash: number, limit: number): string {
  const start = hash + 1;
  const window = text.slice(start, Math.min(limit, start + MAX_UNITS));
  const match = TAG.exec(window)?.[0] ?? "";
  if (match.length <= MAX_CODE_POINTS) return match;
  const codePoints = Array.from(match);
  if (codePoints.length <= MAX_CODE_POINTS) return match;
  return codePoints.slice(0, MAX_CODE_POINTS).join("").replace(DANGLING, "");
}
