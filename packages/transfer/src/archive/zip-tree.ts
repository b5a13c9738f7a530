import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import * as yauzl from "yauzl";
import { checkCount, checkSize, checkTotal, Counter, Listing } from "./counted.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

const openFile = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/**
 * Opens a zip and checks its directory before anything is unpacked. Several zips can share a `listing` to
 * count their metadata together. Throws `SourceRefused`.
 */
export async function openZip(
  file: string,
  name: string,
  limits: ArchiveLimits,
  listing: Listing = new Listing(limits),
): Promise<SourceTree> {
  let zip: yauzl.ZipFile;
  try {
    // Names are decoded below, because not every program sets the UTF-8 flag.
    zip = await openFile(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    throw brokenZip(error);
  }
  try {
    const { size } = await stat(file);
    const found = await listEntries(zip, limits, size, listing);
    const counter = new Counter(limits, size);
    return {
      name,
      entries: inOrder([...found].map(([path, entry]) => described(path, entry))),
      problems: [],
      open(path) {
        const entry = found.get(path);
        if (entry === undefined) throw new SourceRefused("not-there", `${path} is not there`);
        return counter.count(path, entry.compressedSize, unpacked(zip, path, entry));
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function listEntries(
  zip: yauzl.ZipFile,
  limits: ArchiveLimits,
  packedBytes: number,
  listing: Listing,
): Promise<ReadonlyMap<string, yauzl.Entry>> {
  checkCount(limits, zip.entryCount);
  const found = new Map<string, yauzl.Entry>();
  const names = new Set<string>();
  let totalBytes = 0;
  const { promise, resolve, reject } = Promise.withResolvers<null>();
  zip.on("error", (error: unknown) => reject(brokenZip(error)));
  zip.on("end", () => resolve(null));
  zip.on("entry", (entry: yauzl.Entry) => {
    try {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
      listing.add(fileNameLength + extraFieldLength + fileCommentLength);
      const given = nameOf(entry);
      const path = safePath(given);
      if (!/[/\\]$/.test(given) && !isClutter(path)) {
        checkKind(path, entry);
        checkSize(limits, path, entry.uncompressedSize, entry.compressedSize);
        totalBytes += entry.uncompressedSize;
        checkTotal(limits, totalBytes, packedBytes);
        noteName(names, path);
        found.set(path, entry);
      }
      zip.readEntry();
    } catch (error) {
      reject(error);
    }
  });
  zip.readEntry();
  await promise;
  return found;
}

function described(path: string, entry: yauzl.Entry): SourceEntry {
  const modified = entry.getLastModDate().getTime();
  return {
    path,
    sizeBytes: entry.uncompressedSize,
    modifiedMs: Number.isNaN(modified) ? null : modified,
  };
}

const fileTypes = 0o170000;
const symbolicLink = 0o120000;

function checkKind(path: string, entry: yauzl.Entry): void {
  if (entry.isEncrypted()) {
    throw new SourceRefused("encrypted", `${path} is encrypted; unpack the archive first`);
  }
  if (((entry.externalFileAttributes >>> 16) & fileTypes) === symbolicLink) {
    throw new SourceRefused("link", `${path} is a link; archives of notes may not contain links`);
  }
}

/** Decodes a name as UTF-8 if it is valid, regardless of the entry's flag, which macOS doesn't set. */
function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileNameRaw;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    const { generalPurposeBitFlag, extraFields } = entry;
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, raw, extraFields, false);
  }
}

async function* unpacked(
  zip: yauzl.ZipFile,
  path: string,
  entry: yauzl.Entry,
): AsyncGenerator<Uint8Array> {
  try {
    const opened = Promise.withResolvers<AsyncIterable<Uint8Array>>();
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) opened.resolve(stream);
      else opened.reject(error);
    });
    yield* await opened.promise;
  } catch (error) {
    if (error instanceof SourceRefused) throw error;
    const words = `it cannot be unpacked: ${reasonOf(error)}`;
    throw new SourceRefused("broken", words, { cause: error, path });
  }
}

function brokenZip(error: unknown): SourceRefused {
  if (error instanceof SourceRefused) return error;
  const words = `the archive cannot be read: ${reasonOf(error)}`;
  return new SourceRefused("broken", words, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
