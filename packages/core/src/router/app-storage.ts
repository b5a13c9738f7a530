/** Storage that files use on this device, in bytes. */
export interface FileStorage {
  /** Bytes of files that are also on the server. */
  readonly totalBytes: number;
  /** Bytes of `totalBytes` that the user has pinned. */
  readonly keptBytes: number;
  /**
   * Bytes of `totalBytes` that can be freed, because the files can be downloaded again; 0 without a server.
   */
  readonly freeableBytes: number;
  /** Limit of `totalBytes`; `null` for no limit. */
  readonly limitBytes: number | null;
}

/** Local storage of the server's files. */
export interface AppStorage {
  files(): Promise<FileStorage>;
  /** Sets the limit and evicts files over it at once, least recently used first. */
  setLimit(limitBytes: number | null): Promise<FileStorage>;
  /** Evicts all files that can be. Keeps those stored within the last minute. */
  free(): Promise<FileStorage>;
}
