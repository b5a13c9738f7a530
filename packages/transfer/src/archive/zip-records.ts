import { crc32 } from "../bytes/crc32.ts";
import { fromLatin1 } from "../bytes/text-bytes.ts";
import { isUtf8 } from "../encodings/recognise.ts";
import { nameProblems, namesOf } from "./archive-names.ts";
import { checkSize, checkTotal, Counter } from "./counted.ts";
import { isClutter, noteName, safePath } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

/** Entry of a zip, as its directory describes it. Nothing in it is checked. */
export interface ZipRecord {
  readonly name: Uint8Array;
  /** Data of the Unicode Path field; null if there is none. */
  readonly unicodePath: Uint8Array | null;
  readonly sizeBytes: number;
  readonly packedBytes: number;
  readonly isEncrypted: boolean;
  /** Attributes of the file; the upper half is a Unix mode. */
  readonly attributes: number;
  readonly modifiedMs: number | null;
  unpack(): AsyncIterable<Uint8Array>;
}

export const unicodePathField = 0x7075;

/**
 * Returns the files of a zip. Checks its directory before anything is unpacked, and all bytes as they are
 * unpacked. Throws `SourceRefused`.
 */
export async function treeOfZip(
  records: readonly ZipRecord[],
  options: {
    readonly name: string;
    /** Name of the archive, for problems. */
    readonly file: string;
    /** Size of the archive. */
    readonly packedBytes: number;
    readonly limits: ArchiveLimits;
  },
): Promise<Omit<SourceTree, typeof Symbol.asyncDispose>> {
  const { name, file, packedBytes, limits } = options;
  const counter = new Counter(limits, packedBytes);
  const openRecord = (path: string, record: ZipRecord): AsyncIterable<Uint8Array> =>
    counter.count(path, record.packedBytes, unpacked(path, record));
  const named = await namesOf(
    records.map((record) => ({
      name: unicodeName(record) ?? record.name,
      // An encrypted entry isn't evidence; it is rejected below.
      sizeBytes: record.isEncrypted ? Number.POSITIVE_INFINITY : record.sizeBytes,
      open: () => openRecord(fromLatin1(record.name), record),
    })),
  );
  const entries = records.map((record, at) => [named.names[at] ?? "", record] as const);
  const found = checkedRecords(entries, limits, packedBytes);
  return {
    name,
    entries: inOrder([...found].map(([path, record]) => described(path, record))),
    problems: nameProblems(file, named),
    nameEncoding: named.encoding,
    open(path) {
      const record = found.get(path);
      if (record === undefined) throw new SourceRefused("not-there", `${path} is not there`);
      return openRecord(path, record);
    },
  };
}

type Named = readonly [name: string, record: ZipRecord];

/** Checks the records of files and returns them by path. Throws `SourceRefused` if the archive is hostile. */
function checkedRecords(
  entries: readonly Named[],
  limits: ArchiveLimits,
  packedBytes: number,
): ReadonlyMap<string, ZipRecord> {
  const found = new Map<string, ZipRecord>();
  const names = new Set<string>();
  let totalBytes = 0;
  for (const [given, record] of entries) {
    const path = safePath(given);
    if (/[/\\]$/.test(given) || isClutter(path)) continue;
    checkKind(path, record);
    checkSize(limits, path, record.sizeBytes, record.packedBytes);
    totalBytes += record.sizeBytes;
    checkTotal(limits, totalBytes, packedBytes);
    noteName(names, path);
    found.set(path, record);
  }
  return found;
}

function described(path: string, { sizeBytes, modifiedMs }: ZipRecord): SourceEntry {
  return { path, sizeBytes, modifiedMs };
}

const fileTypes = 0o170000;
const symbolicLink = 0o120000;

function checkKind(path: string, { isEncrypted, attributes }: ZipRecord): void {
  if (isEncrypted) {
    throw new SourceRefused("encrypted", `${path} is encrypted; unpack the archive first`);
  }
  if (((attributes >>> 16) & fileTypes) === symbolicLink) {
    throw new SourceRefused("link", `${path} is a link; archives of notes may not contain links`);
  }
}

/** Returns the UTF-8 name in the Unicode Path field, if it belongs to the entry's name; else null. */
function unicodeName({ unicodePath: data, name: plain }: ZipRecord): Uint8Array | null {
  if (data === null || data.length < 6 || data[0] !== 1) return null;
  const sum = new DataView(data.buffer, data.byteOffset, data.length).getUint32(1, true);
  if (sum !== crc32(plain)) return null;
  const name = data.subarray(5);
  return isUtf8(name) ? name : null;
}

async function* unpacked(path: string, record: ZipRecord): AsyncGenerator<Uint8Array> {
  // Nothing, packed, takes two bytes. Archives may hold very many empty files.
  if (record.sizeBytes === 0 && record.packedBytes <= 2) return;
  try {
    yield* record.unpack();
  } catch (error) {
    if (error instanceof SourceRefused) throw error;
    const words = `it cannot be unpacked: ${reasonOf(error)}`;
    throw new SourceRefused("broken", words, { cause: error, path });
  }
}

/** Returns the refusal of an archive that can't be read. */
export function brokenZip(error: unknown): SourceRefused {
  if (error instanceof SourceRefused) return error;
  const words = `the archive cannot be read: ${reasonOf(error)}`;
  return new SourceRefused("broken", words, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
