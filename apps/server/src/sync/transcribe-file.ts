import { appError, type AppError, AppFailure, err, notFound, type Result } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import type { AbortSignalLike } from "@tidemark/core/router";
import type { FastifyReply, FastifyRequest } from "fastify";
import { maxAudioBytes, transcribe } from "../ai/transcribe.ts";
import type { Services } from "../services/services.ts";

/** Copies in memory: as read, and as sent. */
const copies = 2;

interface AskedTranscript {
  readonly caller: Caller;
  readonly attachment: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the device cancels the call. */
  readonly signal: AbortSignalLike | undefined;
}

/**
 * Transcribes a recording stored on the server, with the rules of the API's route: the same provider, size
 * limit and rate limit. Returns NOT_FOUND for files that the caller may not read.
 */
export async function transcribeFile(
  { attachments, files, aiProvider }: Pick<Services, "attachments" | "files" | "aiProvider">,
  { caller, attachment, request, reply, signal }: AskedTranscript,
): Promise<Result<string, AppError>> {
  const found = await attachments.get(caller, attachment);
  if (!found.ok) return found;
  const { filename, type, sha256, sizeBytes } = found.value;
  if (sha256 === null) return err(notFound());
  if (!type.startsWith("audio/"))
    return err(appError("INVALID_ARGUMENT", "this is not an audio file"));
  if (sizeBytes > maxAudioBytes) {
    return err(appError("TOO_LARGE", `audio may have up to ${maxAudioBytes} bytes`));
  }
  const provider = await aiProvider();
  try {
    if (provider !== null) await request.server.countAsApi(request);
    await request.server.responseBudget.take(reply, copies * sizeBytes);
  } catch (error) {
    if (!(error instanceof AppFailure)) throw error;
    return err(error.error);
  }
  const content = await files.blobs.open(sha256);
  if (content === null) return err(notFound());
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  const ended = new AbortController();
  signal?.addEventListener("abort", () => ended.abort(), { once: true });
  if (signal?.aborted === true) ended.abort();
  const audio = { content: Buffer.concat(chunks), filename, contentType: type };
  return transcribe(provider, audio, ended.signal);
}
