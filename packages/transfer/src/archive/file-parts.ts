import { createReadStream } from "node:fs";

/**
 * The bytes of a file, opened when somebody begins to read: a stream that is opened before that fails
 * when nobody listens, which ends the process.
 */
export async function* fileParts(file: string): AsyncGenerator<Uint8Array> {
  for await (const part of createReadStream(file)) {
    if (!(part instanceof Uint8Array)) throw new Error("a file gave something else than bytes");
    yield part;
  }
}
