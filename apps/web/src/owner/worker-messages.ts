/** Messages from a page to the worker that it started. Each is answered by one `FromWorker`. */
export type ToWorker =
  | {
      /** Opens the database, and serves the page over two ports. */
      readonly type: "open";
      /** Port for calls of the app router. */
      readonly calls: MessagePort;
      /** Port for files, see `FileToWorker`. */
      readonly files: MessagePort;
      /** True if nothing is to be stored in this browser. The first message decides. */
      readonly isInMemory: boolean;
    }
  /** Closes the database, so that another tab's worker can open it. */
  | { readonly type: "pause" };

/** Messages from the worker to the page that started it. */
export type FromWorker =
  /** `isPersistent`: false if everything is in memory, so that no other tab can use it after this one. */
  | { readonly type: "ready"; readonly isPersistent: boolean }
  | ({ readonly type: "refused" } & Refusal)
  /** `isDrained`: it has said goodbye to its page. */
  | { readonly type: "paused"; readonly isDrained: boolean };

/**
 * Reason why the database can't be opened. `elsewhere`: another worker has it open. `outdated`: a newer build has
 * migrated it.
 */
export interface Refusal {
  readonly reason: "elsewhere" | "outdated" | "failed";
  readonly message: string;
}

/** Messages on the channel that all tabs of a version have in common. */
export type HelloMessage =
  /** A tab wants a line of this id; it already holds the line's lock. */
  | { readonly line: string }
  /** A worker has opened the database. */
  | { readonly here: string }
  /** A visible tab has no connection: hidden tabs let it have the database. */
  | { readonly isWanted: true };

/** Messages of the worker on a line, besides answers to calls and files. */
export type LineMessage =
  /** The line is served, by the worker with this id. */
  | { readonly accepted: string }
  /** The worker closes the database. Whatever it didn't answer, it didn't run. Sent on both ends. */
  | { readonly isGoodbye: true };

/** File to import, with its path in what was chosen. */
export interface SentFile {
  readonly path: string;
  readonly file: File;
}

/** Order of a page about import and export. */
export type FileOrder =
  /** Keeps the files of a stage. */
  | { readonly stage: string; readonly files: readonly SentFile[] }
  /** Makes the file under an address of the host. */
  | { readonly download: string };

/** Answer to an order: the reply of the app, and the file to be downloaded. */
export interface OrderAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly file?: File;
}

/** Message about a file that the page sends, or an order. `id` is unique among those of a port. */
export type FileToWorker =
  | { readonly id: number; readonly query: string; readonly file: File }
  | { readonly id: number; readonly order: FileOrder }
  | { readonly id: number; readonly isAborted: true };

/** Answer to a file or an order: how many bytes were stored, then the reply of the app. */
export type FileFromWorker =
  | { readonly id: number; readonly sentBytes: number }
  | ({ readonly id: number } & OrderAnswer);
