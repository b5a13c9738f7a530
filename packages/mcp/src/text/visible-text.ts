/**
 * Characters that a person doesn't see, or that change the direction of a line, by code point. Text in them could hide
 * instructions: from zero-width spaces to the invisible copies of letters in U+E0000 to U+E007F. Joiners and the selectors
 * of emoji aren't among them, since scripts and emoji need them.
 */
const codePoints =
  "ad 34f 61c 115f-1160 17b4-17b5 180b-180f 200b 200e-200f 202a-202e 2060-206f 3164 fe00-fe0d feff ffa0 e0000-e0fff";
const classes = codePoints.replaceAll(/[0-9a-f]+/g, String.raw`\u{$&}`).replaceAll(" ", "");
const hidden = new RegExp(`[${classes}]`, "gu");

/** Returns a text in which hidden characters are written as `\u{200B}`. */
export function showHidden(text: string): string {
  return text.replaceAll(
    hidden,
    (character) => `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
  );
}

/** Returns the number of hidden characters in a text. */
export function countHidden(text: string): number {
  return text.match(hidden)?.length ?? 0;
}

/** Truncates a text, without half of a character at its end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
