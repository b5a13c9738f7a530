import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import * as tar from "tar-stream";
import { fileParts } from "./file-parts.ts";
import { checkCount, checkTotal, Counter } from "./counted.ts";
import { nameProblems, namesOf } from "./archive-names.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { isDiskFull } from "./temp-dir.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

interface UnpackedEntry {
  /** As bytes, in the encoding of the archive. */
  readonly name: Uint8Array;
  /** File with its content. */
  readonly place: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
}

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
  const unpacked: UnpackedEntry[] = [];
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
      if (type === "symlink" || type === "link") {
        const path = safePath(header.name);
        throw new SourceRefused(
          "link",
          `${path} is a link; archives of notes may not contain links`,
        );
      }
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
      unpacked.push({ name, place, sizeBytes: header.size ?? 0, modifiedMs });
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceRefused("broken", `the archive cannot be read: ${reason}`, { cause: error });
  }
  const named = await namesOf(
    unpacked.map(({ name: raw, place, sizeBytes }) => {
      return { name: raw, sizeBytes, open: () => fileParts(place, basename(place)) };
    }),
  );
  const places = new Map<string, string>();
  const names = new Set<string>();
  const entries = named.names.flatMap((given, at): SourceEntry[] => {
    const { place, sizeBytes, modifiedMs } = unpacked[at]!;
    const path = safePath(given);
    if (isClutter(path)) return [];
    noteName(names, path);
    places.set(path, place);
    return [{ path, sizeBytes, modifiedMs }];
  });
  return {
    name,
    entries: inOrder(entries),
    problems: nameProblems(basename(file), named),
    nameEncoding: named.encoding,
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
