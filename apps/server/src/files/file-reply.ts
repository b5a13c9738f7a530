import { Readable } from "node:stream";
import { notFound } from "@tidemark/core";
import type { AttachmentRecord, BlobStore, ByteRange } from "@tidemark/core/attachment";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppFailure } from "../http/app-failure.ts";
import { contentDisposition, presentationOf } from "./content-disposition.ts";
import { matchesEtag, parseRange } from "./content-range.ts";
import type { Thumbnails } from "./thumbnails.ts";

/** Where the bytes of attachments come from. */
export interface Files {
  readonly blobs: BlobStore;
  readonly thumbnails: Thumbnails;
}

/** What of an attachment is asked for. */
export interface FileVariant {
  readonly thumbnail: boolean;
  readonly motion: boolean;
}

/** One sequence of bytes with a name that never changes for the same bytes. */
interface Served {
  readonly etag: string;
  readonly type: string;
  readonly filename: string;
  readonly sizeBytes: number;
  open(range: ByteRange | undefined): Promise<AsyncIterable<Uint8Array> | null>;
  /** Lets go of what was opened to find this out, when nothing of it is sent. */
  release(): Promise<void>;
}

/**
 * Answers with the bytes of an attachment that the caller may read: all of it, the range asked for
 * (206, or 416), or 304 when the client has it. An attachment that is a link elsewhere has none: 404.
 */
export async function replyFile(
  { request, reply, files }: { request: FastifyRequest; reply: FastifyReply; files: Files },
  attachment: AttachmentRecord,
  variant: FileVariant,
): Promise<FastifyReply> {
  const served = await servedOf(files, attachment, variant);
  if (served === null) throw new AppFailure(notFound());
  const presentation = presentationOf(served.type);
  reply.headers({
    etag: served.etag,
    "cache-control": "private, max-age=0, must-revalidate",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": presentation.contentSecurityPolicy,
  });
  if (matchesEtag(request.headers["if-none-match"], served.etag)) {
    await served.release();
    return reply.code(304).send();
  }
  const range = requestedRange(request, served);
  if (range === "unsatisfiable") {
    await served.release();
    return reply.code(416).header("content-range", `bytes */${served.sizeBytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: served.sizeBytes };
  reply.code(range === null ? 200 : 206).headers({
    "content-type": presentation.contentType,
    "content-disposition": contentDisposition(presentation.disposition, served.filename),
    "content-length": end - start,
    ...(range !== null && { "content-range": `bytes ${start}-${end - 1}/${served.sizeBytes}` }),
  });
  if (request.method === "HEAD") {
    await served.release();
    return reply.send();
  }
  const bytes = await served.open(range ?? undefined);
  if (bytes === null) throw new Error(`the content of attachment ${attachment.id} is missing`);
  return reply.send(bytes instanceof Readable ? bytes : Readable.from(bytes));
}

/** A range of bytes that the client may have other bytes of is answered with everything. */
function requestedRange(request: FastifyRequest, served: Served): ReturnType<typeof parseRange> {
  const onlyIf = request.headers["if-range"];
  if (onlyIf !== undefined && onlyIf !== served.etag) return null;
  return parseRange(request.headers.range, served.sizeBytes);
}

async function servedOf(
  files: Files,
  attachment: AttachmentRecord,
  variant: FileVariant,
): Promise<Served | null> {
  const { sha256, sizeBytes, filename, type } = attachment;
  if (sha256 === null || !(await files.blobs.has(sha256))) return null;
  const release = async (): Promise<void> => undefined;
  if (variant.motion) {
    const { embeddedVideoStart: from, embeddedVideoEnd: to } = attachment.motion ?? {};
    if (from === undefined || to === undefined) return null;
    return {
      etag: `"${sha256}-motion"`,
      type: "video/mp4",
      filename: `${filename}.mp4`,
      sizeBytes: to - from,
      open: ({ start, end } = { start: 0, end: to - from }) =>
        files.blobs.open(sha256, { start: from + start, end: from + end }),
      release,
    };
  }
  const small = variant.thumbnail ? await files.thumbnails.find(attachment) : null;
  if (small !== null) {
    return {
      etag: `"${sha256}-thumbnail"`,
      type: "image/webp",
      filename: `${filename}.webp`,
      sizeBytes: small.sizeBytes,
      open: async ({ start, end } = { start: 0, end: small.sizeBytes }) =>
        small.file.createReadStream({ start, end: end - 1 }),
      release: () => small.file.close(),
    };
  }
  return {
    etag: `"${sha256}"`,
    type,
    filename,
    sizeBytes,
    open: (range) => files.blobs.open(sha256, range),
    release,
  };
}
