import type { DatePart, TextOp } from "@tidemark/core/filter";
import type { SqlFragment } from "./fragment.ts";
import type { TextNeedle } from "./text-search.ts";

/**
 * Differences between the databases in filter conditions. Every condition is true or false, never null.
 * Methods return null if the database can't express a condition; rows are then evaluated in memory.
 */
export interface FilterDialect {
  /** Returns a bound text. */
  text(value: string): SqlFragment;
  /** Returns a bound 64-bit integer. */
  whole(value: bigint): SqlFragment;
  /** Returns a text that compares by its bytes. */
  byBytes(text: SqlFragment): SqlFragment;
  /** Returns a text's length in code points. */
  length(text: SqlFragment): SqlFragment;
  /** Returns the condition that a text contains another one, byte for byte. */
  has(op: TextOp, text: SqlFragment, needle: SqlFragment | string): SqlFragment;
  /** Returns the condition that a folded text contains a needle that is folded already. */
  hasFolded(op: TextOp, text: SqlFragment, needle: string): SqlFragment;
  /** Returns the condition that a text contains another one, both folded. */
  hasOtherFolded(op: TextOp, text: SqlFragment, needle: SqlFragment): SqlFragment | null;
  /**
   * Returns the condition that the content of `alias` has the same letters as a text (`findsIn`). If it isn't
   * exact, it holds for more memos.
   */
  finds(alias: string, searched: string): { readonly sql: SqlFragment; readonly isExact: boolean };
  /** Returns the condition that a text has the same letters as a searched one (`findsIn`). */
  hasLetters(text: SqlFragment, searched: string): SqlFragment | null;
  /**
   * Returns a condition on the memos of `alias`, from an index, that all memos with a text meet; null if there
   * is none.
   */
  hits(alias: string, needle: TextNeedle): SqlFragment | null;
  /** Returns the condition that RE2 finds the pattern in a text. */
  matches(pattern: string, text: SqlFragment): SqlFragment | null;
  /** Returns a part in UTC of a time, `offsetMs` after the column's value; the same as `datePartOf`. */
  datePart(part: DatePart, column: SqlFragment, offsetMs: number): SqlFragment | null;
}
