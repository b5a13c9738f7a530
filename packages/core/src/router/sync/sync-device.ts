/** Maximum length of a device name in UTF-16 units. */
export const maxDeviceName = 100;

/** Device of a user, as shown to them. Times in epoch milliseconds. */
export interface SyncDevice {
  readonly id: string;
  readonly name: string;
  readonly signedInMs: number;
  readonly lastSeenMs: number;
  /** True for the device of the request. */
  readonly isCurrent: boolean;
}

/** Name of this device on the user's other devices. */
export interface OwnDeviceName {
  readonly name: string;
  /** Name of the machine; equal to `name` unless the user chose another. */
  readonly usual: string;
}
