import { trigramText } from "../filter/index.ts";
import type { SqlConnection } from "../sql/connection.ts";

/** Names of the text indexes. They store no text, so their entries for a memo can only be digested. */
export const textIndexNames = ["memo_trigram", "memo_word"] as const;
export type TextIndexName = (typeof textIndexNames)[number];

/** Returns the text that a text index gets for a content. */
export function indexedText(name: TextIndexName, content: string): string {
  return name === "memo_trigram" ? trigramText(content) : content;
}

/**
 * Returns a digest for every row of a text index, from all its terms and their positions. Rows with the same
 * text have the same digest; others almost surely differ. Reads the whole index and stores only the numbers.
 */
export function digestIndex(connection: SqlConnection, name: TextIndexName): Map<number, number> {
  connection.exec(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name}_instance USING fts5vocab ('main', '${name}', 'instance')`,
  );
  const digests = new Map<number, number>();
  let term = "";
  let ofTerm = 0;
  const instances = connection.each<{ term: string; doc: number; offset: number | null }>(
    `SELECT term, doc, offset FROM temp.${name}_instance`,
  );
  for (const instance of instances) {
    if (instance.term !== term) [term, ofTerm] = [instance.term, hash(instance.term)];
    const { doc, offset } = instance;
    // A sum doesn't depend on the order, and stays an exact integer for this many terms.
    digests.set(
      doc,
      (digests.get(doc) ?? 0) + mix(ofTerm ^ Math.imul((offset ?? 0) + 1, 0x9e3779b1)),
    );
  }
  return digests;
}

/** Returns the FNV-1a hash of UTF-16 units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value;
}

/** Mixes bits with the finaliser of MurmurHash3, so each bit affects all others. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
