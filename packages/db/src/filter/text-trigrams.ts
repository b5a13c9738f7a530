import { foldText } from "@tidemark/core/filter";

/** Most trigrams to ask the index for; more of them hardly narrow the hits, and each costs a look-up. */
const maxTrigrams = 24;

/** Stands behind every indexed text, so that its last two code points begin a trigram as well. */
const padding = "  ";

/** What `memo_trigram` is given for a content. */
export function trigramText(content: string): string {
  return foldText(content) + padding;
}

/**
 * The distinct trigrams, in code points, of a text after folding, as the index holds them. Empty
 * for texts under three code points: the index knows those only as the start of a trigram. A memo
 * that holds the text holds every one of them; the reverse is not so, so hits are verified.
 */
export function textTrigrams(text: string): string[] {
  const points = Array.from(foldText(text));
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= points.length && trigrams.size < maxTrigrams; at += 1) {
    trigrams.add(points.slice(at, at + 3).join(""));
  }
  return [...trigrams];
}

/** The FTS5 query that asks `memo_trigram` for rows which hold all the trigrams. */
export function trigramMatch(trigrams: readonly string[]): string {
  return joined(trigrams, " AND ");
}

/** The FTS5 query for rows which hold any of the trigrams. */
export function anyTrigramMatch(trigrams: readonly string[]): string {
  return joined(trigrams, " OR ");
}

function joined(trigrams: readonly string[], operator: " AND " | " OR "): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(operator);
}
