import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as tar from "tar-stream";
import { fileParts } from "./file-parts.ts";
import { checkCount, checkTotal, Counter } from "./counted.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { isDiskFull } from "./temp-dir.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

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
  const entries: SourceEntry[] = [];
  const places = new Map<string, string>();
  const names = new Set<string>();
  const packedBytes = isPacked ? (await stat(file)).size : null;
  const counter = new Counter(limits, packedBytes);
  const extract = tar.extract();
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
      const path = safePath(header.name);
      if (header.type === "symlink" || header.type === "link") {
        throw new SourceRefused(
          "link",
          `${path} is a link; archives of notes may not contain links`,
        );
      }
      if ((header.type !== "file" && header.type !== "contiguous-file") || isClutter(path)) {
        entry.resume();
        continue;
      }
      checkCount(limits, entries.length + 1);
      noteName(names, path);
      const place = join(tempDir, String(entries.length));
      await pipeline(
        Readable.from(counter.count(path, null, asBytes(entry))),
        createWriteStream(place),
      );
      places.set(path, place);
      const modified = header.mtime?.getTime() ?? Number.NaN;
      // A tar can contain a time beyond the range of Date.
      const modifiedMs = Number.isNaN(modified) ? null : modified;
      entries.push({ path, sizeBytes: header.size ?? 0, modifiedMs });
    }
    await fed;
  } catch (error) {
    source.destroy();
    signal?.throwIfAborted();
    if (error instanceof SourceRefused || isDiskFull(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceRefused("broken", `the archive cannot be read: ${reason}`, { cause: error });
  }
  return {
    name,
    entries: inOrder(entries),
    problems: [],
    open(path) {
      const place = places.get(path);
      if (place === undefined) throw new SourceRefused("not-there", `${path} is not there`);
      return fileParts(place, path);
    },
    async [Symbol.asyncDispose]() {},
  };
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
