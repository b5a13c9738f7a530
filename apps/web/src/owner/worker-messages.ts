/** Message from a page to the worker that has the database: opens a line to the app router over the port. */
export interface ToWorker {
  readonly port: MessagePort;
}

/** Reason why the database can't be opened. `elsewhere`: another worker has it open. */
export interface Refusal {
  readonly reason: "elsewhere" | "failed";
  readonly message: string;
}

/** Messages from the worker. */
export type FromWorker = { readonly type: "ready" } | ({ readonly type: "refused" } & Refusal);
