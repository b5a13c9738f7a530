/** Maximum length of Markdown between two words that are read, such as a link's address. */
const maxGap = 400;

/**
 * Returns the offset in a text after the words that were read. Searches for the words one after the other,
 * past the marks between them. Ignores words that aren't found nearby, such as a footnote's number.
 */
export function sourceOffset(source: string, read: string): number {
  let at = 0;
  for (const word of read.split(/\s+/)) {
    if (word === "") continue;
    const found = source.slice(at, at + maxGap + word.length).indexOf(word);
    if (found !== -1) at += found + word.length;
  }
  if (at === 0)
    return /^\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>|\[[ xX]\])\s+)*/.exec(source)?.[0].length ?? 0;
  // After a whole word, the space counts as read.
  const blank = /\s$/.test(read) ? (/^[*_~=`]*\s+/.exec(source.slice(at))?.[0].length ?? 0) : 0;
  return at + blank;
}
