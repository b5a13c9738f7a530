/** Under whom the text of a memo is searched. */
export interface TextPlace {
  readonly creator: string;
  /** Others may read it, whoever they are. */
  readonly isShared: boolean;
}

/** Takes what the text indexes are to hold, for whoever writes memos. */
export interface TextWriter {
  /** From now on the indexes are to hold `content` for a row, or nothing. */
  put(
    pk: number,
    content: string | null,
    options: {
      readonly place: TextPlace;
      /** Whether an index may hold the row so far. */
      readonly isIndexed: boolean;
      /** What the row held until now, and where, as far as that is known. */
      readonly former?: string;
      readonly formerPlace?: TextPlace;
    },
  ): void;
  /** What the indexes hold of one creator's rows is to be another one's. */
  renameCreator(from: string, to: string): void;
  /** Texts of rows that are made from now on wait for `indexLate`, where that is worth it. */
  defer(): void;
  /** Indexes the next texts that wait so, about as many characters; false: none does any more. */
  indexLate(characters: number): boolean;
  /** Writes what waits: before a commit, and before a query of this transaction asks an index. */
  flush(): void | Promise<void>;
}
