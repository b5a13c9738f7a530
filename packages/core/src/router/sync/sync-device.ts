/** As long as a device may be called, in UTF-16 units. */
export const maxDeviceName = 100;

/** A device of a user, as it is shown to them. Times in epoch milliseconds. */
export interface SyncDevice {
  readonly id: string;
  readonly name: string;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
  /** The one that asks. */
  readonly isCurrent: boolean;
}

/** What the user's other devices call this one. */
export interface OwnDeviceName {
  readonly name: string;
  /** What the machine calls itself; the same unless somebody chose another name. */
  readonly usual: string;
}
