import { AppFailure, invalidField } from "@tidemark/core";
import type { FastifyRequest } from "fastify";
import type { Readable } from "node:stream";
import { TextDecoder } from "node:util";

type Done = (error: Error | null, text?: string) => void;

/**
 * Reads a body as text, in the `charset` that its content type names (a WHATWG label; UTF-8 where it names
 * none). Gives TOO_LARGE or RESOURCE_EXHAUSTED when there is no room for it (`BodyRoom`), by the length that
 * it declares or while it arrives; INVALID_ARGUMENT for a charset that is not known and for bytes that are not
 * valid in it, so that nothing else is stored in their place.
 */
export function readBody(request: FastifyRequest, payload: ReadableBody, done: Done): void {
  const room = request.server.bodyRoom;
  const chunks: Buffer[] = [];
  let bytes = 0;
  let decoder: TextDecoder;
  try {
    decoder = decoderOf(request.headers["content-type"]);
    room.check(request, Number(request.headers["content-length"] ?? 0));
  } catch (error) {
    done(asError(error));
    return;
  }

  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    try {
      // Where it is compressed, both what came and what it unpacks to count.
      room.hold(request, Math.max(bytes, payload.receivedEncodedLength ?? 0));
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
    // A connection that broke is no fault of the server.
    if ((error.statusCode ?? 0) < 400) error.statusCode = 400;
    stop(error);
  };
  const stop = (error: Error): void => {
    unlisten();
    // The rest still arrives, and may break off.
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
  /** Of one that is unpacked on the way: how many bytes came. */
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
