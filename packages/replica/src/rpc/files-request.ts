/** The part of an HTTP request that files need, whatever carries it. */
export interface FilesRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export interface FilesReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Answers the page for the bytes of files. */
export type PageFiles = (request: FilesRequest) => Promise<FilesReply>;

/** Whether a path of the page's origin is answered by `PageFiles`. */
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
