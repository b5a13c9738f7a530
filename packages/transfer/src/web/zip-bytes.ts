import {
  configure,
  type Entry,
  type FileEntry,
  Reader,
  ZipReader,
} from "@zip.js/zip.js/lib/zip-core-custom.js";
import type { RandomBytes } from "../bytes/random-bytes.ts";
import { streamParts } from "../bytes/stream-parts.ts";
import { Listing } from "../archive/counted.ts";
import type { ArchiveLimits } from "../archive/limits.ts";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { brokenZip, treeOfZip, unicodePathField, type ZipRecord } from "../archive/zip-records.ts";

// The import runs in a worker already.
configure({ useWebWorkers: false });

/**
 * Opens a zip of any storage and checks its directory before anything is unpacked. Several zips can share a
 * `listing` to count their metadata together. Throws `SourceRefused`. Under Node, `openZip` is faster.
 */
export async function openZipBytes(
  bytes: RandomBytes,
  options: {
    readonly name: string;
    /** Name of the archive, for problems. */
    readonly file: string;
    readonly limits: ArchiveLimits;
    readonly listing?: Listing;
  },
): Promise<SourceTree> {
  const { name, file, limits, listing = new Listing(limits) } = options;
  const records: ZipRecord[] = [];
  try {
    const zip = new ZipReader(new BytesReader(bytes, limits), {
      // Names are decoded and checked by `treeOfZip`, for every kind of archive.
      decodeText: () => "",
      filenameValidation: "tolerant",
    });
    for await (const entry of zip.getEntriesGenerator()) {
      const { rawFilename, rawExtraField, rawComment } = entry;
      listing.add(rawFilename.length + rawExtraField.length + rawComment.length);
      records.push(recordOf(entry));
    }
  } catch (error) {
    throw brokenZip(error);
  }
  const tree = await treeOfZip(records, { name, file, packedBytes: bytes.sizeBytes, limits });
  return { ...tree, async [Symbol.asyncDispose]() {} };
}

/** Bytes that may be read at once whatever the limits: the end of a zip, and pieces of files. */
const leastBytes = 1024 * 1024;

/** Bytes as the library reads them. */
class BytesReader extends Reader<RandomBytes> {
  readonly #bytes: RandomBytes;
  readonly #maxBytes: number;

  constructor(bytes: RandomBytes, { listBytes }: ArchiveLimits) {
    super(bytes);
    this.#bytes = bytes;
    this.size = bytes.sizeBytes;
    // A directory is read at once: its names, and a header for each.
    this.#maxBytes = Math.max(2 * listBytes, leastBytes);
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    if (length > this.#maxBytes) {
      throw new SourceRefused(
        "too-large",
        `the list of its files is longer than ${this.#maxBytes} bytes`,
      );
    }
    const end = Math.min(index + length, this.size);
    return index >= end ? new Uint8Array() : await this.#bytes.read(index, end);
  }
}

function recordOf(entry: Entry): ZipRecord {
  const modifiedMs = entry.lastModDate.getTime();
  return {
    name: entry.rawFilename,
    unicodePath: entry.extraField?.get(unicodePathField)?.data ?? null,
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    isEncrypted: entry.encrypted,
    attributes: entry.externalFileAttributes,
    modifiedMs: Number.isNaN(modifiedMs) ? null : modifiedMs,
    unpack: () => unpacked(entry),
  };
}

async function* unpacked(entry: Entry): AsyncGenerator<Uint8Array> {
  // The names of folders end in a slash, so they aren't opened.
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const done = (entry as FileEntry)
    .getData(writable, { checkCrc32: true })
    // Before the first byte, the library leaves the stream open.
    .catch((error: unknown) => writable.abort(error).catch(() => undefined));
  yield* streamParts(readable);
  await done;
}
