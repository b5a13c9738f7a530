/** Limits of named statements, which are parsed and planned once per connection. */
const maxNamed = 400;
const maxLength = 4000;
const maxSeen = 4000;

/** Texts with several statements, such as migrations, can't be prepared. */
const several = /;\s*\S/;

const names = new Map<string, string>();
let seenOnce = new Set<string>();

/**
 * Queries of the partitioned table: a generic plan covers all partitions. A plan for the given creator takes
 * a fraction of it, even if made each time.
 */
const parted = /\bFROM memo_text\b/;

/**
 * Returns the name of a statement, the same on every connection, from the second use of its text on. Returns
 * null on first use, for long or multiple statements, and beyond the number that a connection should hold.
 */
export function statementName(text: string): string | null {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNamed || text.length > maxLength) return null;
  if (several.test(text) || parted.test(text)) return null;
  if (!seenOnce.has(text)) {
    if (seenOnce.size >= maxSeen) seenOnce = new Set();
    seenOnce.add(text);
    return null;
  }
  seenOnce.delete(text);
  const name = `tidemark_${names.size}`;
  names.set(text, name);
  return name;
}
