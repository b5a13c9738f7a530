import { type AppError, AppFailure, invalidField, type Result, unwrap } from "@tidemark/core";
import type { ReceivedFile } from "@tidemark/core/attachment";
import fastifyMultipart from "@fastify/multipart";
import { refuseNul } from "../../http/bodies/refuse-nul.ts";
import { followFilename } from "./form-filename.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** A form that came with one file. Disposing it drops the file, unless it was kept. */
export interface Upload extends AsyncDisposable {
  readonly file: ReceivedFile;
  /** The form's other fields, by name; the last one where a name is given twice. */
  readonly fields: ReadonlyMap<string, string>;
}

type Receive = (
  file: { readonly filename: string; readonly type: string },
  source: AsyncIterable<Uint8Array>,
) => Promise<Result<ReceivedFile, AppError>>;

/** How long an upload that was refused may go on, for its sender to read why, before it is cut. */
const lingerMs = 2000;

/** Lets the routes of this plugin take forms. Sizes are watched by what receives the file. */
export async function installUploads(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    // The name as it was sent: one with a path in it is refused, not mended.
    preservePath: true,
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 16, fieldSize: 64 * 1024 },
  });
}

/** Reads a form whose field `file` is handed to `receive` as it comes, before later fields are seen. */
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
        // What browsers and tools say when they do not know.
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

/** What is sent, with what goes wrong in the sending told from a fault of the server. */
async function* asSent<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    // The form reader's own refusals say what is wrong; a form cut short and a dead line do not.
    if (error instanceof Error && "statusCode" in error) throw error;
    throw new AppFailure(invalidField("body", "is not a complete form"));
  }
}

/**
 * What a form's reader left unread would be in the way of the connection's next request: it is read,
 * but a sender that goes on and on after its answer is not listened to for long.
 */
function readRest(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  // The form's reader may have stopped in the middle, and would hold the rest back.
  raw.unpipe();
  raw.resume();
  const cut = setTimeout(() => {
    // By now the connection may carry another request: what came whole is nobody's to cut.
    if (!raw.complete) raw.socket.destroy();
  }, lingerMs);
  cut.unref();
  raw.once("end", () => clearTimeout(cut));
}
