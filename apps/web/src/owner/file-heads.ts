/** Folder in the origin's private file system with the contents of files, by hash. */
export const filesFolder = "tidemark-files";
export const keptFolder = "kept";
/** Incoming files, and the last download. Opening the database empties it. */
export const stagedFolder = "staged";

/** Question of the service worker about a request for a file. */
export interface FileQuestion {
  readonly id: string;
  /** Path and query. */
  readonly url: string;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answer: the head of the response; null if the content isn't in this browser. */
export interface FileHead {
  readonly id: string;
  readonly head: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  } | null;
}

/** Message of a worker that has opened the database: questions without an answer are to be asked again. */
export interface HeadsHere {
  readonly isHere: true;
}

/** Messages on the channel of files. */
export type FileMessage = FileQuestion | FileHead | HeadsHere;

/** Part of a content that a response contains. */
export interface FilePart {
  readonly sha256: string;
  readonly range: { readonly start: number; readonly end: number } | null;
}

/** Returns the content that a head stands for, by its entity tag and range; null if it has no body. */
export function partOf(status: number, headers: Readonly<Record<string, string>>): FilePart | null {
  const sha256 = /^"([0-9a-f]{64})"$/.exec(headers["etag"] ?? "")?.[1];
  if (sha256 === undefined) return null;
  if (status === 200) return { sha256, range: null };
  const [, start, last] = /^bytes (\d+)-(\d+)\//.exec(headers["content-range"] ?? "") ?? [];
  if (status !== 206 || start === undefined || last === undefined) return null;
  return { sha256, range: { start: Number(start), end: Number(last) + 1 } };
}
