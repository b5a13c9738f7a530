/** How far Markdown may go on between two words of what is read: a link's address. */
const maxGap = 400;

/**
 * How far into a text one is who has read some words of it: the words are looked for one after the
 * other, past the marks between them. What is nowhere near, as the number of a note, counts nothing.
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
  // Behind a whole word one has read the blank, too.
  const blank = /\s$/.test(read) ? (/^[*_~=`]*\s+/.exec(source.slice(at))?.[0].length ?? 0) : 0;
  return at + blank;
}
