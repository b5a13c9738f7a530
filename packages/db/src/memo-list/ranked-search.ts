import type { SqlFragment } from "../sql/sql-text.ts";

/** Rows to rank: where they come from, and a score of which more is better. */
export interface RankedSearch {
  readonly from: string;
  readonly where: SqlFragment;
  readonly score: SqlFragment;
}
