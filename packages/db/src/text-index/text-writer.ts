/** Takes what the text indexes are to hold, for whoever writes memos. */
export interface TextWriter {
  /** From now on the indexes are to hold `content` for a row, or nothing. */
  put(
    pk: number,
    content: string | null,
    options: {
      /** Whether an index may hold the row so far. */
      readonly isIndexed: boolean;
      /** What the row held until now, where that is known. */
      readonly former?: string;
    },
  ): void;
  /** Writes what waits: before a commit, and before a query of this transaction asks an index. */
  flush(): void | Promise<void>;
}
