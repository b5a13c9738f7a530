import { open, rename, rm, stat } from "node:fs/promises";
import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { ExportRefused, type ExportSink } from "./export-sink.ts";

/**
 * A zip as a file, which is there when it is whole. Throws `ExportRefused` where there is a file
 * already.
 */
export async function openZipSink(file: string): Promise<ExportSink> {
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new ExportRefused(`${file} already exists`);
  const part = `${file}.part`;
  const handle = await open(part, "w", 0o600).catch((cause: unknown) => {
    throw new ExportRefused(`${file} cannot be written`, { cause });
  });
  const zip = openZipStream(handle.createWriteStream({ flush: true }));
  return {
    put: (path, content, modifiedMs) => zip.put(path, content, modifiedMs),
    async finish() {
      await zip.finish();
      await rename(part, file);
    },
    async [Symbol.asyncDispose]() {
      await zip[Symbol.asyncDispose]();
      await rm(part, { force: true });
    },
  };
}

/**
 * A zip as a stream, which ends with it. Each file is read as fast as the stream is taken; whoever
 * takes no more has `put` throw.
 */
export function openZipStream(out: Writable): ExportSink {
  const zip = new ZipFile();
  // A file that cannot be read is its caller's to hear of, where it was put.
  zip.on("error", () => {});
  const written = pipeline(zip.outputStream, out).catch((cause: unknown) => {
    throw new ExportRefused("nobody takes it any more", { cause });
  });
  written.catch(() => {});
  return {
    async put(path, content, modifiedMs) {
      const source = Readable.from(content);
      // A time before 1970 is more than the library can write.
      const options = { mtime: new Date(Math.max(modifiedMs, 0)), mode: 0o100600 };
      zip.addReadStream(source, path, options);
      try {
        await Promise.race([finished(source), written]);
      } finally {
        source.destroy();
      }
    },
    async finish() {
      zip.end();
      await written;
    },
    async [Symbol.asyncDispose]() {
      if (!out.writableEnded) out.destroy(new ExportRefused("it was interrupted"));
      if (!out.closed) await finished(out).catch(() => {});
    },
  };
}
