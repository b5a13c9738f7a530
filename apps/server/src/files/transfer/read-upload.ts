import { type AppError, AppFailure, invalidField, type Result, unwrap } from "@tidemark/core";
import type { ReceivedFile } from "@tidemark/core/attachment";
import fastifyMultipart from "@fastify/multipart";
import { refuseNul } from "../../http/bodies/refuse-nul.ts";
import { followFilename } from "./form-filename.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Parsed form with one file. Disposing it deletes the file unless it was stored. */
export interface Upload extends AsyncDisposable {
  readonly file: ReceivedFile;
  /** Other fields of the form by name; the last value if a name is repeated. */
  readonly fields: ReadonlyMap<string, string>;
}

type Receive = (
  file: { readonly filename: string; readonly type: string },
  source: AsyncIterable<Uint8Array>,
) => Promise<Result<ReceivedFile, AppError>>;

/** Time in which the sender of a refused upload can read the answer, before the connection is cut. */
const lingerMs = 2000;

/** Lets the routes of this plugin accept forms. The receiver of the file enforces size limits. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    // Passes the name as sent, so one that contains a path is refused, not repaired.
    preservePath: true,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 16, fieldSize: 64 * 1024 },
  });
}

/** Reads a form. Streams the field `file` to `receive`, before later fields are parsed. */
export async function readUpload(request: FastifyRequest, receive: Receive): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new AppFailure(invalidField("body", "must be multipart/form-data"));
  }
  await using resources = new AsyncDisposableStack();
  const fields = new Map<string, string>();
  let file: ReceivedFile | null = null;
  const named = followFilename(request.raw);
  try {
    for await (const part of asSent(request.parts())) {
      const filename = part.type === "field" ? "" : (named.read() ?? part.filename);
      const said = part.type === "field" ? part.value : filename;
      refuseNul("form", { said, field: part.fieldname, type: part.mimetype });
      if (part.type === "field") {
        if (typeof part.value === "string") fields.set(part.fieldname, part.value);
      } else if (part.fieldname === "file") {
        const { mimetype } = part;
        // Sent by browsers and tools that don't know the type.
        const type = mimetype === "application/octet-stream" ? "" : mimetype;
        file = resources.use(unwrap(await receive({ filename, type }, asSent(part.file))));
      } else {
        throw new AppFailure(invalidField(part.fieldname, "takes no file"));
      }
    }
  } finally {
    readRest(request);
  }
  if (file === null) throw new AppFailure(invalidField("file", "is required"));
  const held = resources.move();
  return { file, fields, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

/** Yields the parts. Errors of the transfer become INVALID_ARGUMENT, not server errors. */
async function* asSent<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    // Errors of the form parser explain the problem; those of a truncated form or lost connection don't.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw new AppFailure(invalidField("body", "is not a complete form"));
  }
}

/**
 * Reads the rest of a form, which would otherwise block the connection's next request. Cuts the connection if
 * the sender is still sending after `lingerMs`.
 */
function readRest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  // The form parser may have stopped in the middle, and would block the rest.
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => {
    // If the request is complete, the connection may already be used by another request.
    if (!raw.complete) raw.socket.destroy();
  }, lingerMs);
  cut.unref();
  raw.once("end", () => clearTimeout(cut));
}
