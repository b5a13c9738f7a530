import { open, rename, rm, stat } from "node:fs/promises";
import { PassThrough, Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { ExportRefused, type ExportSink, type ZipPipe } from "../tidemark/export-sink.ts";

/** Writes a zip file, which appears only when it is complete. Throws `ExportRefused` if the file exists. */
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
 * Writes a zip to a stream and ends it. Files are read only as fast as the stream is consumed; `put` throws
 * if the consumer stops.
 */
function openZipStream(out: Writable): ExportSink {
  const zip = new ZipFile();
  // `put` reports files that can't be read to its caller.
  zip.on("error", () => {});
  const written = pipeline(zip.outputStream, out).catch((cause: unknown) => {
    throw new ExportRefused("nobody takes it any more", { cause });
  });
  written.catch(() => {});
  return {
    async put(path, content, modifiedMs) {
      const source = Readable.from(content);
      // The library can't write times before 1970.
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

/** Opens a zip that is read while it is written. */
export function openZipPipe(): ZipPipe {
  const out = new PassThrough();
  const left = new AbortController();
  out.once("close", () => left.abort());
  // An error ends the download, which the client notices.
  out.on("error", () => {});
  return {
    sink: openZipStream(out),
    body: out,
    left: left.signal,
    breakOff: (reason) => void out.destroy(reason),
  };
}
