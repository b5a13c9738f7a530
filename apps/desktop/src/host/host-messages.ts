/**
 * From the main process to the host. A `port` comes with the port itself, to be served; `files` with
 * the one on which the page's files are asked for.
 */
export type ToHost =
  | { readonly type: "port" }
  | { readonly type: "files" }
  | { readonly type: "asleep"; readonly isAsleep: boolean }
  /** Answers what was asked of the keyring; null: it cannot be opened. */
  | { readonly type: "secret"; readonly id: number; readonly answer: SecretAnswer | null }
  | { readonly type: "close" };

/** A text as it was sealed, or as it was opened; `isStale`: to be sealed anew. */
export interface SecretAnswer {
  readonly text: string;
  readonly isStale: boolean;
}

/** From the host to the main process. After `refused` the host ends; a restart would not help. */
export type FromHost =
  | { readonly type: "ready" }
  /** Asks the keyring, which only the main process can. */
  | {
      readonly type: "secret";
      readonly id: number;
      readonly act: "seal" | "open";
      readonly text: string;
    }
  | ({ readonly type: "refused" } & Refusal);

/** Why a profile cannot be opened. */
export interface Refusal {
  /** In words for people. */
  readonly message: string;
  /** Whether its database is what is wrong; else nobody can say so before the folder is free. */
  readonly isDatabase: boolean;
}
