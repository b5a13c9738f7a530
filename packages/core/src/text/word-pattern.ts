/** Scripts that put no blanks between words: each character counts as one. */
const unspaced = ["Han", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr"]
  .map((script) => `\\p{sc=${script}}`)
  .join("");
const letter = `[[\\p{L}\\p{M}\\p{N}_]--[${unspaced}]]`;

/** Every word of a text. */
export const words = new RegExp(`[${unspaced}]|${letter}+`, "gv");

/** Two characters that belong to one word. */
export const lettersOfOneWord = new RegExp(`^${letter}{2}$`, "v");

/** A character that is in no word of several letters. */
export const outsideWords = new RegExp(`[^${letter}]`, "v");
