/**
 * Which content is being removed, of a store in which looking at how old it is and removing it are two
 * steps. Who keeps content looks here afterwards: it was removed in between, or will be, as long as it
 * stands here.
 */
export interface BlobRemovalStore {
  /**
   * Says that content is about to be removed. Past `untilMs` nobody believes it any more. False where
   * somebody else is about to.
   */
  begin(
    sha256: string,
    times: { readonly nowMs: number; readonly untilMs: number },
  ): Promise<boolean>;
  /** Of the one that was begun until `untilMs`, where it still is that one. */
  end(sha256: string, untilMs: number): Promise<void>;
  isUnderWay(sha256: string, nowMs: number): Promise<boolean>;
}
