/**
 * The clock that all processes of an instance have in common, for what one of them holds until a time that
 * others go by: their own clocks may differ.
 */
export interface CommonClock {
  /** By how many milliseconds it is ahead of this process's clock: 0 where there is one process. */
  aheadMs(): Promise<number>;
}
