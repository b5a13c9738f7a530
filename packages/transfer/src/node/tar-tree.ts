import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as tar from "tar-stream";
import { fileParts } from "./file-parts.ts";
import { checkCount, checkTotal, Counter } from "../archive/counted.ts";
import { safePath } from "../archive/entry-names.ts";
import type { ArchiveLimits } from "../archive/limits.ts";
import { isDiskFull } from "../archive/disk-full.ts";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { brokenTar, linkInTar, type TarRecord, treeOfTar } from "../archive/tar-records.ts";

/**
 * Opens a tar, gzipped or not. A tar can only be read sequentially, so its files are unpacked into `tempDir`,
 * a folder of the caller, under generated names. Throws `SourceRefused`, and system errors for a full disk.
 */
export async function openTar(
  file: string,
  name: string,
  {
    tempDir,
    limits,
    isPacked,
    signal,
  }: {
    readonly tempDir: string;
    readonly limits: ArchiveLimits;
    readonly isPacked: boolean;
    readonly signal: AbortSignal | undefined;
  },
): Promise<SourceTree> {
  const unpacked: TarRecord[] = [];
  const packedBytes = isPacked ? (await stat(file)).size : null;
  const counter = new Counter(limits, packedBytes);
  // Names that aren't UTF-8 are decoded below.
  const options: Parameters<typeof tar.extract>[0] & { readonly filenameEncoding: string } = {
    filenameEncoding: "latin1",
  };
  const extract = tar.extract(options);
  const source = createReadStream(file);
  const cut = signal === undefined ? {} : { signal };
  const fed =
    packedBytes === null
      ? pipeline(source, extract, cut)
      : pipeline(
          source,
          createGunzip(),
          (parts) => bounded(parts, limits, packedBytes),
          extract,
          cut,
        );
  fed.catch(() => undefined);
  try {
    for await (const entry of extract) {
      const { header } = entry;
      const { type } = header;
      if (type === "symlink" || type === "link") throw linkInTar(header.name);
      if (type !== "file" && type !== "contiguous-file") {
        safePath(header.name);
        entry.resume();
        continue;
      }
      checkCount(limits, unpacked.length + 1);
      const place = join(tempDir, String(unpacked.length));
      // A header of pax names the file in UTF-8.
      const isPlain = !Object.hasOwn(header.pax ?? {}, "path");
      const name = Buffer.from(header.name, isPlain ? "latin1" : "utf8");
      const modified = header.mtime?.getTime() ?? Number.NaN;
      // A tar can contain a time beyond the range of Date.
      const modifiedMs = Number.isNaN(modified) ? null : modified;
      const open = (path: string) => fileParts(place, path);
      unpacked.push({ name, sizeBytes: header.size ?? 0, modifiedMs, open });
      await pipeline(
        Readable.from(counter.count(String(name), null, asBytes(entry))),
        createWriteStream(place),
      );
    }
    await fed;
  } catch (error) {
    source.destroy();
    signal?.throwIfAborted();
    if (error instanceof SourceRefused || isDiskFull(error)) throw error;
    throw brokenTar(error);
  }
  return treeOfTar(unpacked, { name, file: basename(file) });
}

/** Limits the uncompressed bytes of a tar, including headers and skipped files. Throws `SourceRefused`. */
async function* bounded(
  source: AsyncIterable<unknown>,
  limits: ArchiveLimits,
  packedBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of asBytes(source)) {
    bytes += part.length;
    checkTotal(limits, bytes, packedBytes);
    yield part;
  }
}

async function* asBytes(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const part of source) {
    if (!(part instanceof Uint8Array)) throw new Error("a tar returned something other than bytes");
    yield part;
  }
}
