/** Replaces control and bidi characters in untrusted text, so it can't move the cursor or reverse a line. */
export function shown(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}");
}
