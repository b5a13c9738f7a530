/** Number of characters that are counted; a longer text has at least that many words. */
const maxCounted = 100_000;

/** Returns the number of words of a text, in any script. */
export function countWords(text: string, locale: string): number {
  const segments = new Intl.Segmenter(locale, { granularity: "word" }).segment(
    text.slice(0, maxCounted),
  );
  let count = 0;
  for (const { isWordLike } of segments) if (isWordLike === true) count += 1;
  return count;
}
