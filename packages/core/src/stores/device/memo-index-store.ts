/** How the indexes of the memos lie in the file of a device. */
export interface MemoIndexStore {
  /**
   * Writes one index anew that is left half empty where memos come newest first; what that frees is
   * used by what is written next. Takes some 100 ms for 100,000 memos, and nothing where there are few.
   * `nth` counts from 0; false: there are no more of them.
   */
  pack(nth: number): Promise<boolean>;
}
