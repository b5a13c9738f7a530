import type { SqlConnection } from "../sql/connection.ts";
import { storedTextIndexes } from "./kept-indexes.ts";

/**
 * Number of segments of a text index that are merged into one. With FTS5's default of 4, merging takes a
 * fifth of the CPU time if sixteen clients create memos. It runs in bursts that delay one commit in twenty.
 * With more than 8, searches have to read more segments than merging saves.
 */
const segmentsPerMerge = 8;

/** Sets options of the text indexes, which the file stores; writes only if they differ. */
export function tuneTextIndexes(connection: SqlConnection): void {
  for (const name of storedTextIndexes(connection)) {
    const [stored] = connection.all<{ v: number }>(
      `SELECT v FROM ${name}_config WHERE k = 'automerge'`,
    );
    if (stored?.v === segmentsPerMerge) continue;
    // FTS5 needs an integer, and the driver binds numbers as floats.
    connection.run(`INSERT INTO ${name} (${name}, rank) VALUES ('automerge', ?)`, [
      BigInt(segmentsPerMerge),
    ]);
  }
}
