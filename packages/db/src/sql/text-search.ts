import type { AnyDatabase, SqlFragment } from "./fragment.ts";

/** Whose texts are searched. */
export interface TextReaders {
  /** Theirs, and what others share with anybody; null: what is shared alone. */
  readonly user: string | null;
  /** Those of everybody, whatever they share. */
  readonly all: boolean;
}

export interface TextHits {
  /** Rows of memos that may be hits; all that are, of what the readers may see, are among them. */
  readonly pks: readonly number[];
  /** All of them have the texts. */
  readonly areExact: boolean;
}

/** Rows to rank: where they come from, and a score of which more is better. */
export interface RankedSearch {
  /** Has memos as `m`. */
  readonly from: SqlFragment;
  readonly where: SqlFragment;
  /** The memo's number, by which rows come sorted where an index has them so; absent: `m.pk`. */
  readonly number?: SqlFragment;
  /** What is kept of each of the newest rows, to give them a score. */
  readonly kept: SqlFragment;
  /** What is read for that of the newest rows alone, which are `newest` with their `pk`. */
  readonly joined?: SqlFragment;
  /** Of what is kept and joined. */
  readonly score: SqlFragment;
  /** Where rows are not sure to be hits: which of them to look at, of what is kept, and how. */
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

/** Goes through memos that may be hits in the order in which they were made, or against it. */
export interface HitWalk {
  /** The next ones behind a number; fewer than `limit`: these were the last. */
  next(asked: {
    readonly direction: "down" | "up";
    readonly among: RowNumbers;
    readonly after: number | null;
    readonly limit: number;
  }): Promise<readonly number[]>;
}

/** The texts of memos as one kind of database finds them. */
export interface TextSearch {
  /**
   * Finds memos whose folded content has all of some folded texts. Null when no index tells, or more than
   * `limit` are found.
   */
  findHits(
    db: AnyDatabase,
    needles: readonly string[],
    readers: TextReaders,
    limit: number,
  ): Promise<TextHits | null>;
  /**
   * The same memos, and others, in the order of their numbers, read no further than they are asked for. Null
   * where no index has them so.
   */
  walkHits(db: AnyDatabase, needles: readonly string[]): Promise<HitWalk | null>;
  /**
   * Memos that have all the words, the last one as the start of a word; null: none can. `isNarrowed`: by
   * something else as well, so that few of those with the words are hits.
   */
  rankWords(
    words: readonly string[],
    readers: TextReaders,
    isNarrowed: boolean,
  ): RankedSearch | null;
  /**
   * Memos that have all the `runs` as they are, and the `words` without regard to case, wherever they
   * stand: of those without an index for it the newest ones. Null: none can.
   */
  findParts(
    db: AnyDatabase,
    parts: { readonly runs: readonly string[]; readonly words: readonly string[] },
    readers: TextReaders,
  ): Promise<Pick<RankedSearch, "from" | "where"> | null>;
  /** Up to `limit` memos whose text has another one, with the length of each; not their texts. */
  findTexts(
    db: AnyDatabase,
    needle: string,
    limit: number,
  ): Promise<readonly { readonly pk: number; readonly characters: number }[]>;
  /** Those of some ids of letters, digits and `-` that stand in a text behind `before`, and end there. */
  findNamed(db: AnyDatabase, ids: readonly string[], before: string): Promise<readonly string[]>;
  /** Whether a query asks an index of texts. */
  asksIndex(query: SqlFragment): boolean;
}
