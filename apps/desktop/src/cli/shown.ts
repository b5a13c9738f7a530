/** Words of others for a terminal: nothing in them moves its cursor, or turns a line around. */
export function shown(words: string): string {
  return words.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "\u{FFFD}");
}
