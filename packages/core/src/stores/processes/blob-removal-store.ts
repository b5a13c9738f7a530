/**
 * Removals in progress. For blob stores that check the age of content and remove it in two steps. A process
 * that stores content checks afterwards: an entry means that the content was or will be removed.
 */
export interface BlobRemovalStore {
  /**
   * Records that content is about to be removed. The entry is valid until `untilMs`. Returns false if another
   * removal of it is in progress.
   */
  begin(
    sha256: string,
    times: { readonly nowMs: number; readonly untilMs: number },
  ): Promise<boolean>;
  /** Ends the removal that began with this `untilMs`, if it is still recorded. */
  end(sha256: string, untilMs: number): Promise<void>;
  isUnderWay(sha256: string, nowMs: number): Promise<boolean>;
}
