import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { crc32 } from "node:zlib";
import type * as yauzl from "yauzl";
import { checkCount, checkSize, checkTotal, Counter, Listing } from "./counted.ts";
import { isUtf8 } from "../encodings/recognise.ts";
import { nameProblems, namesOf } from "./archive-names.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";
import { ZipReader } from "./zip-reader.ts";

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
  const { zip, reader } = await opened(file);
  try {
    const { size } = await stat(file);
    const listed = await listEntries(zip, limits, listing);
    reader.endListing();
    const counter = new Counter(limits, size);
    const openEntry = (path: string, entry: yauzl.Entry): AsyncIterable<Uint8Array> =>
      counter.count(path, entry.compressedSize, unpacked(zip, path, entry));
    const unicode = listed.map(unicodeName);
    const named = await namesOf(
      listed.map((entry, at) => ({
        name: unicode[at] ?? entry.fileNameRaw,
        // An encrypted entry isn't evidence; it is rejected below.
        sizeBytes: entry.isEncrypted() ? Number.POSITIVE_INFINITY : entry.uncompressedSize,
        open: () => openEntry(entry.fileNameRaw.toString("latin1"), entry),
      })),
    );
    const entries = listed.map((entry, at) => [named.names[at] ?? "", entry] as const);
    const found = checkedEntries(entries, limits, size);
    return {
      name,
      entries: inOrder([...found].map(([path, entry]) => described(path, entry))),
      problems: nameProblems(basename(file), named),
      nameEncoding: named.encoding,
      open(path) {
        const entry = found.get(path);
        if (entry === undefined) throw new SourceRefused("not-there", `${path} is not there`);
        return openEntry(path, entry);
      },
      [Symbol.asyncDispose]: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function opened(file: string): ReturnType<typeof ZipReader.openZip> {
  try {
    return await ZipReader.openZip(file);
  } catch (error) {
    throw brokenZip(error);
  }
}

async function listEntries(
  zip: yauzl.ZipFile,
  limits: ArchiveLimits,
  listing: Listing,
): Promise<readonly yauzl.Entry[]> {
  checkCount(limits, zip.entryCount);
  const entries: yauzl.Entry[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<null>();
  zip.on("error", (error: unknown) => reject(brokenZip(error)));
  zip.on("end", () => resolve(null));
  zip.on("entry", (entry: yauzl.Entry) => {
    try {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry;
      listing.add(fileNameLength + extraFieldLength + fileCommentLength);
      entries.push(entry);
      zip.readEntry();
    } catch (error) {
      reject(error);
    }
  });
  zip.readEntry();
  await promise;
  return entries;
}

type Named = readonly [name: string, entry: yauzl.Entry];

/** Checks the entries of files and returns them by path. Throws `SourceRefused` if the archive is hostile. */
function checkedEntries(
  entries: readonly Named[],
  limits: ArchiveLimits,
  packedBytes: number,
): ReadonlyMap<string, yauzl.Entry> {
  const found = new Map<string, yauzl.Entry>();
  const names = new Set<string>();
  let totalBytes = 0;
  for (const [given, entry] of entries) {
    const path = safePath(given);
    if (/[/\\]$/.test(given) || isClutter(path)) continue;
    checkKind(path, entry);
    checkSize(limits, path, entry.uncompressedSize, entry.compressedSize);
    totalBytes += entry.uncompressedSize;
    checkTotal(limits, totalBytes, packedBytes);
    noteName(names, path);
    found.set(path, entry);
  }
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

const unicodePathField = 0x7075;

/** Returns the UTF-8 name in the Unicode Path field, if it belongs to the entry's name; else null. */
function unicodeName({ extraFields, fileNameRaw }: yauzl.Entry): Uint8Array | null {
  const data = extraFields.find(({ id }) => id === unicodePathField)?.data;
  if (data === undefined || data.length < 6 || data[0] !== 1) return null;
  if (data.readUInt32LE(1) !== crc32(fileNameRaw)) return null;
  const name = data.subarray(5);
  return isUtf8(name) ? name : null;
}

async function* unpacked(
  zip: yauzl.ZipFile,
  path: string,
  entry: yauzl.Entry,
): AsyncGenerator<Uint8Array> {
  // Nothing, packed, takes two bytes. Archives may hold very many empty files.
  if (entry.uncompressedSize === 0 && entry.compressedSize <= 2) return;
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
