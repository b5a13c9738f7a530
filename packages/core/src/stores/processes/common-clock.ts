/**
 * Clock shared by all processes of an instance. Times that one process sets for others use it, because their
 * own clocks may differ.
 */
export interface CommonClock {
  /** Returns how many milliseconds it is ahead of this process's clock; 0 if there is only one process. */
  aheadMs(): Promise<number>;
}
