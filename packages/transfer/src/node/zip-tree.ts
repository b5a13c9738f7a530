import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type * as yauzl from "yauzl";
import { checkCount, Listing } from "../archive/counted.ts";
import type { ArchiveLimits } from "../archive/limits.ts";
import type { SourceTree } from "../archive/source-tree.ts";
import { brokenZip, treeOfZip, unicodePathField, type ZipRecord } from "../archive/zip-records.ts";
import { ZipReader } from "./zip-reader.ts";

/**
 * Opens a zip on disk and checks its directory before anything is unpacked. Several zips can share a `listing`
 * to count their metadata together. Throws `SourceRefused`.
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
    const records = listed.map((entry) => recordOf(zip, entry));
    const options = { name, file: basename(file), packedBytes: size, limits };
    const tree = await treeOfZip(records, options);
    return { ...tree, [Symbol.asyncDispose]: async () => zip.close() };
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

function recordOf(zip: yauzl.ZipFile, entry: yauzl.Entry): ZipRecord {
  const modifiedMs = entry.getLastModDate().getTime();
  return {
    name: entry.fileNameRaw,
    unicodePath: entry.extraFields.find(({ id }) => id === unicodePathField)?.data ?? null,
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    isEncrypted: entry.isEncrypted(),
    attributes: entry.externalFileAttributes,
    modifiedMs: Number.isNaN(modifiedMs) ? null : modifiedMs,
    async *unpack() {
      const stream = Promise.withResolvers<AsyncIterable<Uint8Array>>();
      zip.openReadStream(entry, (error, opened) => {
        if (error === null) stream.resolve(opened);
        else stream.reject(error);
      });
      yield* await stream.promise;
    },
  };
}
