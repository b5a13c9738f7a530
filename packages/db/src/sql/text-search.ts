import type { AnyDatabase, SqlFragment } from "./fragment.ts";

/**
 * Text to search contents for: with `contains`, a text after `foldText` that the folded content contains; with
 * `finds`, a text as typed that has the same letters as a part of the content (`findsIn`).
 */
export interface TextNeedle {
  readonly op: "contains" | "finds";
  readonly text: string;
}

/** Readers whose visible texts are searched. */
export interface TextReaders {
  /** Searches the user's own texts and shared ones; `null` for shared ones only. */
  readonly user: string | null;
  /** True to search the texts of all users, shared or not. */
  readonly all: boolean;
}

export interface TextHits {
  /** Rows that may be hits, including all hits that the readers may see. */
  readonly pks: readonly number[];
  /** True if all rows contain the texts. */
  readonly areExact: boolean;
}

/** A ranked search: its source of rows, and a score where higher is better. */
export interface RankedSearch {
  /** Source that has memos as `m`. */
  readonly from: SqlFragment;
  readonly where: SqlFragment;
  /** The memo's number, if an index returns rows sorted by it; `m.pk` by default. */
  readonly number?: SqlFragment;
  /** Columns of each of the newest rows from which the score is computed. */
  readonly kept: SqlFragment;
  /** Join for the newest rows only, which are `newest` with their `pk`. */
  readonly joined?: SqlFragment;
  /** Score, from the columns of `kept` and `joined`. */
  readonly score: SqlFragment;
  /** Check for rows that may not be hits: the condition that a row is unsure, and a test of its content. */
  readonly doubt?: {
    readonly isUnsure: SqlFragment;
    readonly isHit: (content: string) => boolean;
  };
}

/** Row numbers from `low` to `high`, both included. */
export interface RowNumbers {
  readonly low: number;
  readonly high: number;
}

/** Iterates over memos that may be hits in order of creation, in either direction. */
export interface HitWalk {
  /** Returns the next ones after a number; fewer than `limit` if these are the last. */
  next(asked: {
    readonly direction: "down" | "up";
    readonly among: RowNumbers;
    readonly after: number | null;
    readonly limit: number;
  }): Promise<readonly number[]>;
}

/** Text search of one kind of database. */
export interface TextSearch {
  /**
   * Finds memos whose content has all the texts. Returns null if no index can tell, or
   * more than `limit` are found.
   */
  findHits(
    db: AnyDatabase,
    needles: readonly TextNeedle[],
    readers: TextReaders,
    limit: number,
  ): Promise<TextHits | null>;
  /**
   * Iterates over the same memos, and possibly others, by number, reading only as many as requested. Returns
   * null if no index has this order.
   */
  walkHits(db: AnyDatabase, needles: readonly TextNeedle[]): Promise<HitWalk | null>;
  /**
   * Returns a search for memos with all the words, the last one as a prefix; null if none can match.
   * `isNarrowed`: another condition leaves few of the memos with the words.
   */
  rankWords(
    words: readonly string[],
    readers: TextReaders,
    isNarrowed: boolean,
  ): RankedSearch | null;
  /**
   * Returns a search for memos with all `runs` exactly and all `words` without regard to case, anywhere;
   * without an index only among the newest memos. Returns null if none can match.
   */
  findParts(
    db: AnyDatabase,
    parts: { readonly runs: readonly string[]; readonly words: readonly string[] },
    readers: TextReaders,
  ): Promise<Pick<RankedSearch, "from" | "where"> | null>;
  /**
   * Returns up to `limit` memos whose text contains another one, with the length of each but not the text.
   */
  findTexts(
    db: AnyDatabase,
    needle: string,
    limit: number,
  ): Promise<readonly { readonly pk: number; readonly characters: number }[]>;
  /**
   * Returns the ids, of letters, digits and `-`, that occur in any text directly after `before`, as a whole.
   */
  findNamed(db: AnyDatabase, ids: readonly string[], before: string): Promise<readonly string[]>;
  /** Returns whether a query uses a text index. */
  asksIndex(query: SqlFragment): boolean;
}
