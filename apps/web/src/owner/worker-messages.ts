/** Messages from a page to the worker that has the database, and to the port of files that it opens. */
export interface ToWorker {
  /** Port for calls of the app router. */
  readonly port: MessagePort;
  /** Port for files, see `FileToWorker`. */
  readonly files: MessagePort;
  /** True if nothing is to be stored in this browser. The first message decides. */
  readonly isInMemory: boolean;
}

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

/**
 * Reason why the database can't be opened. `elsewhere`: another worker has it open. `outdated`: a newer build has
 * migrated it.
 */
export interface Refusal {
  readonly reason: "elsewhere" | "outdated" | "failed";
  readonly message: string;
}

/** Messages from the worker. */
export type FromWorker = { readonly type: "ready" } | ({ readonly type: "refused" } & Refusal);
