import type { SqlConnection } from "../sql/connection.ts";
import { keptTextIndexes } from "./kept-indexes.ts";

/**
 * How many segments of a text index are merged into one. With FTS5's own 4, sixteen clients that
 * create memos spend a fifth of the processor time on merging, in bursts that one commit in twenty
 * waits for. With more than 8, searches have to look into more segments than they save.
 */
const segmentsPerMerge = 8;

/** Settings of the text indexes, which the file keeps: written only where they are others. */
export function tuneTextIndexes(connection: SqlConnection): void {
  for (const name of keptTextIndexes(connection)) {
    const [stored] = connection.all<{ v: number }>(
      `SELECT v FROM ${name}_config WHERE k = 'automerge'`,
    );
    if (stored?.v === segmentsPerMerge) continue;
    // FTS5 takes an integer only, and the driver binds numbers as floats.
    connection.run(`INSERT INTO ${name} (${name}, rank) VALUES ('automerge', ?)`, [
      BigInt(segmentsPerMerge),
    ]);
  }
}
