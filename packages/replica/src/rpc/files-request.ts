/** Parts of an HTTP request that files need, independent of the transport. */
export interface FilesRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface FilesReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Handles the page's requests for files. */
export type PageFiles = (request: FilesRequest) => Promise<FilesReply>;

/** Returns true if `PageFiles` handles the path on the page's origin. */
export function isFilesPath(path: string): boolean {
  return (
    path === "/files" ||
    path === "/export.zip" ||
    path === "/export.json.zip" ||
    path.startsWith("/export/") ||
    path.startsWith("/file/") ||
    path.startsWith("/import/")
  );
}
