/** A device of a user, as it is shown to them. Times in epoch milliseconds. */
export interface SyncDevice {
  readonly id: string;
  readonly name: string;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
  /** The one that asks. */
  readonly isCurrent: boolean;
}
