import type { BlobStore, ByteRange } from "./blob-store.ts";
import { embeddedVideo } from "./motion-media.ts";
import { matchesEtag, parseRange } from "./content-range.ts";
import { contentDisposition, presentationOf } from "./file-presentation.ts";
import { isUtf8 } from "./is-utf8.ts";
import type { AttachmentRow } from "../../model/attachment.ts";

/** A sequence of bytes with an etag that is always the same for the same bytes. */
export interface ServedFile {
  /** Entity tag, quoted as in the header. */
  readonly etag: string;
  readonly type: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** Opens the range, or everything without one. Returns null if the content has been removed. */
  open(range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array> | null>;
  /** Releases resources opened to look up the file, if no body is sent. */
  release(): Promise<void>;
}

/** Parts of an HTTP request that affect the response; names as in RFC 9110. */
export interface FileRequest {
  readonly method: string;
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response; null if it has none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Returns the bytes of an attachment as uploaded, or with `motion` the video embedded in the picture. Lengths
 * are those of the stored content; the row's are ignored. Returns null for an external link, for content that
 * isn't in this store, and for a picture without a video.
 */
export async function servedAttachment(
  blobs: BlobStore,
  attachment: AttachmentRow,
  { motion }: { readonly motion: boolean },
): Promise<ServedFile | null> {
  const { sha256, filename, type } = attachment;
  const sizeBytes = sha256 === null ? null : await blobs.size(sha256);
  if (sha256 === null || sizeBytes === null) return null;
  const release = async (): Promise<void> => undefined;
  if (!motion) {
    const open: ServedFile["open"] = (range) => blobs.open(sha256, range);
    return { etag: `"${sha256}"`, type, filename, sizeBytes, open, release };
  }
  const video = embeddedVideo(attachment.motion, sizeBytes);
  if (video === null) return null;
  const { start: from, end: to } = video;
  return {
    etag: `"${sha256}-motion"`,
    type: "video/mp4",
    filename: `${filename}.mp4`,
    sizeBytes: to - from,
    open: ({ start, end } = { start: 0, end: to - from }) =>
      blobs.open(sha256, { start: from + start, end: from + end }),
    release,
  };
}

/**
 * Builds the HTTP response for a file: all of it, the requested range (206, or 416), or 304 if the client has
 * it. A browser never executes the content (docs/api-decisions.md §5). Releases `served`, unless it returns a
 * body.
 */
export async function answerFile(request: FileRequest, served: ServedFile): Promise<FileAnswer> {
  const presentation = presentationOf(served.type);
  const headers = {
    etag: served.etag,
    "cache-control": "private, max-age=0, must-revalidate",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": presentation.contentSecurityPolicy,
  };
  if (matchesEtag(request.ifNoneMatch, served.etag)) {
    await served.release();
    return { status: 304, headers, body: null };
  }
  const range = requestedRange(request, served);
  if (range === "unsatisfiable") {
    await served.release();
    const contentRange = `bytes */${served.sizeBytes}`;
    return { status: 416, headers: { ...headers, "content-range": contentRange }, body: null };
  }
  const charset = presentation.isText && (await isUtf8(served)) ? "; charset=utf-8" : "";
  const { start, end } = range ?? { start: 0, end: served.sizeBytes };
  const answer = {
    status: range === null ? 200 : 206,
    headers: {
      ...headers,
      "content-type": presentation.contentType + charset,
      "content-disposition": contentDisposition(presentation.disposition, served.filename),
      "content-length": String(end - start),
      ...(range !== null && { "content-range": `bytes ${start}-${end - 1}/${served.sizeBytes}` }),
    },
  } as const;
  if (request.method === "HEAD") {
    await served.release();
    return { ...answer, body: null };
  }
  const body = await served.open(range ?? undefined);
  if (body === null) throw new Error(`the content of ${served.etag} is missing`);
  return { ...answer, body: exactly(body, end - start) };
}

/**
 * Yields the bytes of `source`, which must be `length` long. Throws if there are more or fewer. This closes
 * the connection; otherwise the client would misread the next response. Requests the first part immediately:
 * an iterator that was never advanced doesn't close its source.
 */
function exactly(source: AsyncIterable<Uint8Array>, length: number): AsyncIterable<Uint8Array> {
  const parts = source[Symbol.asyncIterator]();
  const first = parts.next();
  first.catch(() => undefined);
  let coming: ReturnType<typeof parts.next> | null = first;
  let left = length;
  const end = async () => {
    await parts.return?.();
    return { done: true, value: undefined } as const;
  };
  const next = async () => {
    const part = await (coming ?? parts.next());
    coming = null;
    if (part.done === true && left === 0) return part;
    left -= part.done === true ? 0 : part.value.length;
    if (part.done !== true && left >= 0) return part;
    await end();
    const what = left < 0 ? "longer" : "shorter";
    throw new Error(`the stored content is ${what} than was announced`);
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** Returns the requested range; null, for everything, if the client may have other bytes of the file. */
function requestedRange(request: FileRequest, served: ServedFile): ReturnType<typeof parseRange> {
  if (request.ifRange !== undefined && request.ifRange !== served.etag) return null;
  return parseRange(request.range, served.sizeBytes);
}
