/**
 * Messages from the main process to the host. `port` transfers a port on which to serve the router; `files`
 * transfers the port for the page's files.
 */
export type ToHost =
  | { readonly type: "port" }
  | { readonly type: "files" }
  | { readonly type: "asleep"; readonly isAsleep: boolean }
  /** Answer to a keyring request; null if the keyring can't be opened. */
  | { readonly type: "secret"; readonly id: number; readonly answer: SecretAnswer | null }
  | { readonly type: "close" };

/** Sealed or opened text. `isStale` is true if it should be sealed again. */
export interface SecretAnswer {
  readonly text: string;
  readonly isStale: boolean;
}

/** Messages from the host to the main process. After `refused` the host exits; a restart would not help. */
export type FromHost =
  | { readonly type: "ready" }
  /** Keyring request; only the main process has access to the keyring. */
  | {
      readonly type: "secret";
      readonly id: number;
      readonly act: "seal" | "open";
      readonly text: string;
    }
  | ({ readonly type: "refused" } & Refusal);

/** Reason why a profile can't be opened. */
export interface Refusal {
  /** Message for the user. */
  readonly message: string;
  /**
   * True if the database is at fault. False if the folder is in use or unusable, so the database wasn't
   * checked.
   */
  readonly isDatabase: boolean;
}
