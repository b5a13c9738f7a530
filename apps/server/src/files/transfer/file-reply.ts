import { Readable } from "node:stream";
import { AppFailure, notFound } from "@tidemark/core";
import {
  answerFile,
  servedAttachment,
  type ServedFile,
  thumbnailEtag,
} from "@tidemark/core/attachment";
import type { AttachmentRecord } from "@tidemark/core/model";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Files } from "../store/files.ts";

/** Requested variant of an attachment. */
export interface FileVariant {
  readonly thumbnail: boolean;
  readonly motion: boolean;
}

/**
 * Replies with the bytes of an attachment that the caller may read, through `answerFile`. An attachment that
 * is an external link has none: 404.
 */
export async function replyFile(
  { request, reply, files }: { request: FastifyRequest; reply: FastifyReply; files: Files },
  attachment: AttachmentRecord,
  variant: FileVariant,
): Promise<FastifyReply> {
  const served = await servedOf(files, attachment, variant);
  if (served === null) throw new AppFailure(notFound());
  const { method, headers } = request;
  const { range, "if-none-match": ifNoneMatch } = headers;
  const [ifRange] = [headers["if-range"]].flat();
  const answer = await answerFile({ method, range, ifRange, ifNoneMatch }, served);
  reply.code(answer.status).headers(answer.headers);
  if (answer.body === null) return reply.send();
  return reply.send(answer.body instanceof Readable ? answer.body : Readable.from(answer.body));
}

async function servedOf(
  files: Files,
  attachment: AttachmentRecord,
  { thumbnail, motion }: FileVariant,
): Promise<ServedFile | null> {
  const whole = await servedAttachment(files.blobs, attachment, { motion });
  if (whole === null || motion || !thumbnail) return whole;
  const small = await files.thumbnails.find(attachment);
  if (small === null) return whole;
  return {
    etag: thumbnailEtag(attachment.sha256 ?? ""),
    type: "image/webp",
    filename: `${attachment.filename}.webp`,
    sizeBytes: small.sizeBytes,
    open: async ({ start, end } = { start: 0, end: small.sizeBytes }) =>
      small.file.createReadStream({ start, end: end - 1 }),
    release: () => small.file.close(),
  };
}
