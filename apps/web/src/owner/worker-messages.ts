/** Messages from a page to the worker that has the database, and to the port of files that it opens. */
export interface ToWorker {
  /** Port for calls of the app router. */
  readonly port: MessagePort;
  /** Port for files, see `FileToWorker`. */
  readonly files: MessagePort;
}

/** Message about a file that the page sends. `id` is unique among the files of a port. */
export type FileToWorker =
  | { readonly id: number; readonly query: string; readonly file: File }
  | { readonly id: number; readonly isAborted: true };

/** Answer to a file: how many bytes were stored, then the reply of the app. */
export type FileFromWorker =
  | { readonly id: number; readonly sentBytes: number }
  | { readonly id: number; readonly status: number; readonly body: unknown };

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
