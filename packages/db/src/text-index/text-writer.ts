/** Creator and sharing of a memo, under which its text is searched. */
export interface TextPlace {
  readonly creator: string;
  /** True if anyone else may read it. */
  readonly isShared: boolean;
}

/** Receives the texts to index from memo stores. */
export interface TextWriter {
  /** Sets the indexed text of a row, or removes the row. */
  put(
    pk: number,
    content: string | null,
    options: {
      readonly place: TextPlace;
      /** True if an index may have the row already. */
      readonly isIndexed: boolean;
      /** Former text and place of the row, if known. */
      readonly former?: string;
      readonly formerPlace?: TextPlace;
    },
  ): void;
  /** Moves one creator's indexed rows to another. */
  renameCreator(from: string, to: string): void;
  /** Defers texts of new rows to `indexLate`, if that is worthwhile. */
  defer(): void;
  /** Indexes the next deferred texts, about as many characters. Returns false if no more are pending. */
  indexLate(characters: number): boolean;
  /** Writes queued rows: before a commit, and before this transaction queries an index. */
  flush(): void | Promise<void>;
}
