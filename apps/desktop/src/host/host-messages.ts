/**
 * From the main process to the host. A `port` comes with the port itself, to be served; `files` with
 * the one on which the page's files are asked for.
 */
export type ToHost =
  { readonly type: "port" } | { readonly type: "files" } | { readonly type: "close" };

/** From the host to the main process. After `refused` the host ends; a restart would not help. */
export type FromHost =
  { readonly type: "ready" } | { readonly type: "refused"; readonly message: string };
