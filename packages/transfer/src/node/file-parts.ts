import { createReadStream } from "node:fs";
import { SourceRefused } from "../archive/source-tree.ts";

/**
 * Yields the bytes of a file, opening it only when the caller starts to read. A stream opened earlier could
 * emit an unhandled error, which would end the process. Throws `SourceRefused` with `path` if the file can't
 * be read.
 */
export async function* fileParts(file: string, path: string): AsyncGenerator<Uint8Array> {
  const parts = createReadStream(file)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part: unknown = await next(parts, path);
      if (part === null) return;
      if (!(part instanceof Uint8Array))
        throw new Error("a file returned something other than bytes");
      yield part;
    }
  } finally {
    await parts.return?.();
  }
}

async function next(parts: AsyncIterator<unknown>, path: string): Promise<unknown> {
  try {
    const { done, value } = await parts.next();
    return done === true ? null : value;
  } catch (cause) {
    const words = `it cannot be read (${reasonOf(cause)})`;
    throw new SourceRefused("not-there", words, { cause, path });
  }
}

/** Returns the error's code, such as `EACCES`, which unlike the message contains no path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
