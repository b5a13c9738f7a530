/** Scripts without blanks between words: each character counts as a word. */
export const unspaced = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr"]
  .map((script) => `\\p{sc=${script}}`)
  .join("");
const letter = `[[\\p{L}\\p{M}\\p{N}_]--[${unspaced}]]`;

/** Matches every word of a text. */
export const words = new RegExp(`[${unspaced}]|${letter}+`, "gv");

/** Matches two characters of one word. */
export const lettersOfOneWord = new RegExp(`^${letter}{2}$`, "v");

/** Matches a character that isn't in a word of several letters. */
export const outsideWords = new RegExp(`[^${letter}]`, "v");
