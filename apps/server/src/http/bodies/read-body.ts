import { AppFailure, invalidField } from "@tidemark/core";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { TextDecoder } from "node:util";

type Done = (error: Error | null, text?: string) => void;

/**
 * Reads a body as text, in the `charset` of its content type (a WHATWG label; UTF-8 by default). Fails with
 * TOO_LARGE or RESOURCE_EXHAUSTED if there is no room for it (`BodyBudget`), by its declared length or while it
 * arrives. Fails with INVALID_ARGUMENT for an unknown charset and for invalid bytes, which must not be stored
 * as replacement characters.
 */
export function readBody(request: FastifyRequest, payload: ReadableBody, done: Done): void {
  const budget = request.server.bodyBudget;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let decoder: TextDecoder;
  try {
    decoder = decoderOf(request.headers["content-type"]);
    budget.check(request, Number(request.headers["content-length"] ?? 0));
  } catch (error) {
    done(asError(error));
    return;
  }

  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    try {
      // For a compressed body, both its received and its decompressed size count.
      budget.hold(request, Math.max(bytes, payload.receivedEncodedLength ?? 0));
    } catch (error) {
      stop(asError(error));
      return;
    }
    chunks.push(chunk);
  };
  const onEnd = (): void => {
    unlisten();
    let text: string;
    try {
      text = decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, bytes));
    } catch {
      done(new AppFailure(invalidField("body", `is not valid ${decoder.encoding}`)));
      return;
    }
    done(null, text);
  };
  const onError = (error: Error & { statusCode?: number }): void => {
    // A broken connection isn't a server error.
    if ((error.statusCode ?? 0) < 400) error.statusCode = 400;
    stop(error);
  };
  const stop = (error: Error): void => {
    unlisten();
    // The rest still arrives, and may fail.
    payload.on("error", () => undefined);
    chunks.length = 0;
    done(error);
  };
  const unlisten = (): void => {
    payload.off("data", onData).off("end", onEnd).off("error", onError);
  };
  payload.on("data", onData).on("end", onEnd).on("error", onError);
  payload.resume();
}

interface ReadableBody extends Readable {
  /** Received bytes of a compressed body. */
  readonly receivedEncodedLength?: number;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const charsetPattern = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;

function decoderOf(contentType: string | undefined): TextDecoder {
  const match = contentType === undefined ? null : charsetPattern.exec(contentType);
  const label = match?.[1] ?? match?.[2] ?? "utf-8";
  if (/^utf-?8$/i.test(label)) return utf8;
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new AppFailure(invalidField("body", "has an unknown charset; send UTF-8"));
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
