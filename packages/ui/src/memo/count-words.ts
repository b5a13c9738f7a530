/** So much of a text is counted; what is longer has at least so many words. */
const maxCounted = 100_000;

/** How many words a text has, in any script. */
export function countWords(text: string, locale: string): number {
  const segments = new Intl.Segmenter(locale, { granularity: "word" }).segment(
    text.slice(0, maxCounted),
  );
  let count = 0;
  for (const { isWordLike } of segments) if (isWordLike === true) count += 1;
  return count;
}
