const MAX_CODE_POINTS = 100;
/** A code point is at most two UTF-16 units; one more code point is needed as look-ahead. */
const MAX_UNITS = 2 * MAX_CODE_POINTS + 2;

// Emoji are taken by Extended_Pictographic rather than by a list of known sequences: it also holds
// the code points reserved for emoji to come, so that two engines of different age agree. Modifiers
// (skin tones), tag characters (subdivision flags) and regional indicators (flags) are not in it.
// Variation selectors and the keycap are marks.
const EMOJI = String.raw`\p{Extended_Pictographic}[\p{M}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]*`;
const SEGMENT = [
  String.raw`[\p{L}\p{M}\p{Nd}_\-+&\p{Emoji_Modifier}\p{Regional_Indicator}]`,
  String.raw`${EMOJI}(?:\u200D${EMOJI})*`,
  String.raw`(?<=\p{L}\p{M}*)['\u2019](?=\p{L})`,
].join("|");
const TAG = new RegExp(`^(?:${SEGMENT})+(?:/(?:${SEGMENT})+)*`, "u");

/** What may stay at the end of a cut tag only when something follows it. */
const DANGLING = /[/'’\u200D]+$/u;

/**
 * Reads the tag that begins right after the `#` at `hash`, never looking at `limit` or beyond.
 * Returns the tag without `#`, or `""` when none begins there. Cost is bounded however long the text
 * is. It knows nothing of context (code, links, escapes); that is the grammar's part. Rules M3–M5.
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
