import { createReadStream } from "node:fs";
import { SourceRefused } from "./source-tree.ts";

/**
 * The bytes of a file, opened when somebody begins to read: a stream that is opened before that fails
 * when nobody listens, which ends the process. Throws `SourceRefused` where it cannot be read, which
 * names it as the source does.
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

/** `EACCES` and its like say enough, and name no place. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
