/** Maintains the memo indexes in the database file of a device. */
export interface MemoIndexStore {
  /**
   * Rebuilds one index that inserting memos newest first left half empty. Later writes reuse the freed pages.
   * Takes some 100 ms for 100,000 memos, and does nothing if there are few. `nth` counts from 0. Returns
   * false if no index is left after it.
   */
  pack(nth: number): Promise<boolean>;
}
