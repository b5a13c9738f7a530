/** What files take on this device, bytes. */
export interface FileStorage {
  /** Of what is on the server too. */
  readonly totalBytes: number;
  /** Of it what is kept because somebody said so. */
  readonly keptBytes: number;
  /** Of it what can go, because it comes again when it is opened: nothing without a server. */
  readonly freeableBytes: number;
  /** What `totalBytes` may grow to; null: as much as there is. */
  readonly limitBytes: number | null;
}

/** How much of the server's files this device keeps. */
export interface AppStorage {
  files(): Promise<FileStorage>;
  /** Drops at once what is over the limit, used least recently first. */
  setLimit(limitBytes: number | null): Promise<FileStorage>;
  /** Drops everything that can go. What came within the last minute stays. */
  free(): Promise<FileStorage>;
}
