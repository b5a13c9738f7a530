/** A statement that is asked again is parsed and planned once per connection, under its name. */
const maxNamed = 400;
const maxLength = 4000;
const maxSeen = 4000;

/** Several in one text, such as a step of the schema, cannot be prepared. */
const several = /;\s*\S/;

const names = new Map<string, string>();
let seenOnce = new Set<string>();

/**
 * A plan that holds for every creator reaches into all the parts of this table: one for the creator that
 * is asked for takes a fraction of it, also where it is made each time.
 */
const parted = /\bFROM memo_text\b/;

/**
 * The name of a statement from the second time on that its text is asked, the same on every connection;
 * null for those that are asked once, for long ones and several in one, and for those past what a connection should hold.
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
