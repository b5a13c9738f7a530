import type { DatePart, TextOp } from "@tidemark/core/filter";
import type { SqlFragment } from "./fragment.ts";

/**
 * What the databases say differently in the condition of a filter. Every condition is true or false,
 * never null; where one is null instead, the database cannot say it, and rows are asked here.
 */
export interface FilterDialect {
  /** A text that is bound. */
  text(value: string): SqlFragment;
  /** A whole number of 64 bits that is bound. */
  whole(value: bigint): SqlFragment;
  /** A text that is compared with others by its bytes. */
  byBytes(text: SqlFragment): SqlFragment;
  /** In code points. */
  length(text: SqlFragment): SqlFragment;
  /** Has a text another one, byte for byte? */
  has(op: TextOp, text: SqlFragment, needle: SqlFragment | string): SqlFragment;
  /** Has a text, folded, another one that is folded already? */
  hasFolded(op: TextOp, text: SqlFragment, needle: string): SqlFragment;
  /** Has a text another one, both folded? */
  hasOtherFolded(op: TextOp, text: SqlFragment, needle: SqlFragment): SqlFragment | null;
  /** What holds for the memos behind `alias` whose content has a folded text, from an index; null: nothing does. */
  hits(alias: string, needle: string): SqlFragment | null;
  /** Finds RE2 the pattern in a text? */
  matches(pattern: string, text: SqlFragment): SqlFragment | null;
  /** A part in UTC of an instant, `offsetMs` from the time that a column holds; as `datePartOf` gives it. */
  datePart(part: DatePart, column: SqlFragment, offsetMs: number): SqlFragment | null;
}
