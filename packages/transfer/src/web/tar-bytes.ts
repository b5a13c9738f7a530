import { joinBytes } from "../bytes/join-bytes.ts";
import { piecesOf, type RandomBytes } from "../bytes/random-bytes.ts";
import { fromLatin1, fromUtf8, toUtf8 } from "../bytes/text-bytes.ts";
import { checkCount, checkSize, checkTotal, Listing } from "../archive/counted.ts";
import { safePath } from "../archive/entry-names.ts";
import type { ArchiveLimits } from "../archive/limits.ts";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { brokenTar, linkInTar, type TarRecord, treeOfTar } from "../archive/tar-records.ts";
import { untilAborted } from "../archive/until-aborted.ts";

const blockBytes = 512;

/**
 * Opens a tar of any storage, without unpacking it: POSIX, with or without headers of pax, and GNU. Throws
 * `SourceRefused`. Under Node, `openTar` reads tars as streams.
 */
export async function openTarBytes(
  bytes: RandomBytes,
  options: {
    readonly name: string;
    /** Name of the archive, for problems. */
    readonly file: string;
    readonly limits: ArchiveLimits;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<SourceTree> {
  const records: TarRecord[] = [];
  try {
    for await (const record of listTar(bytes, options.limits, options.signal)) records.push(record);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error instanceof SourceRefused ? error : brokenTar(error);
  }
  return treeOfTar(records, options);
}

/** Properties of an entry from the headers before it. */
interface Said {
  readonly path?: Uint8Array;
  readonly size?: number;
  readonly modified?: number;
}

async function* listTar(
  bytes: RandomBytes,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): AsyncGenerator<TarRecord> {
  const listing = new Listing(limits);
  let said: Said = {};
  let count = 0;
  let totalBytes = 0;
  for (let at = 0; at + blockBytes <= bytes.sizeBytes;) {
    signal?.throwIfAborted();
    const header = readHeader(await bytes.read(at, at + blockBytes));
    at += blockBytes;
    // Empty blocks are at the end, and may be in between.
    if (header === null) continue;
    const sizeBytes = (isMeta(header.type) ? undefined : said.size) ?? header.size;
    const start = at;
    const end = start + sizeBytes;
    if (!Number.isSafeInteger(end) || end > bytes.sizeBytes) {
      throw new Error("unexpected end of the file");
    }
    at = start + Math.ceil(sizeBytes / blockBytes) * blockBytes;
    if (isMeta(header.type)) {
      listing.add(sizeBytes);
      said = { ...said, ...saidBy(header.type, await bytes.read(start, end)) };
      continue;
    }
    const name = said.path ?? header.name;
    const modified = said.modified ?? header.modified;
    said = {};
    if (isLink(header.type)) throw linkInTar(fromLatin1(name));
    if (!isFile(header.type) || name.at(-1) === slash) {
      safePath(fromLatin1(name));
      continue;
    }
    count += 1;
    checkCount(limits, count);
    checkSize(limits, fromLatin1(name), sizeBytes, null);
    totalBytes += sizeBytes;
    checkTotal(limits, totalBytes, null);
    const modifiedMs = new Date(modified * 1000).getTime();
    yield {
      name,
      sizeBytes,
      // A tar can contain a time beyond the range of Date.
      modifiedMs: Number.isNaN(modifiedMs) ? null : modifiedMs,
      open: () => untilAborted(piecesOf(bytes, start, end), signal),
    };
  }
  if (count === 0 && bytes.sizeBytes < blockBytes) throw new Error("it has no header");
}

interface TarHeader {
  readonly name: Uint8Array;
  readonly size: number;
  /** In seconds. */
  readonly modified: number;
  readonly type: string;
}

const slash = 0x2f;
const isMeta = (type: string): boolean => ["x", "g", "L", "K"].includes(type);
const isLink = (type: string): boolean => type === "1" || type === "2";
const isFile = (type: string): boolean => type === "0" || type === "\0" || type === "7";

/** Reads a block as a header; null if it is empty. Throws if it isn't one. */
function readHeader(block: Uint8Array): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  // Its own field counts as blanks.
  const sum = block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (sum !== numberIn(block.subarray(148, 156))) throw new Error("a header is damaged");
  const magic = fromLatin1(block.subarray(257, 262));
  if (magic !== "ustar") throw new Error("its format is unknown");
  const isPosix = block[262] === 0;
  const prefix = isPosix ? untilZero(block.subarray(345, 500)) : new Uint8Array();
  const name = untilZero(block.subarray(0, 100));
  return {
    name: prefix.length === 0 ? name : joinBytes([prefix, toUtf8("/"), name]),
    size: numberIn(block.subarray(124, 136)),
    modified: numberIn(block.subarray(136, 148)),
    type: String.fromCharCode(block[156] ?? 0),
  };
}

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Reads a number: in octal digits, or if the first bit is set, as the bytes after it. */
function numberIn(field: Uint8Array): number {
  if ((field[0] ?? 0) >= 0x80) {
    return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  }
  const digits = /[0-7]+/.exec(fromLatin1(untilZero(field)))?.[0] ?? "0";
  return Number.parseInt(digits, 8);
}

function saidBy(type: string, content: Uint8Array): Said {
  if (type === "L") return { path: untilZero(content) };
  if (type !== "x") return {};
  const fields = paxFields(content);
  const [path, size, modified] = ["path", "size", "mtime"].map((key) => fields.get(key));
  return {
    ...(path !== undefined && { path: toUtf8(path) }),
    ...(size !== undefined && { size: Number(size) }),
    ...(modified !== undefined && { modified: Number(modified) }),
  };
}

/** Reads records of the form `27 mtime=1700000000.123\n`, each with its length in bytes. */
function paxFields(content: Uint8Array): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < content.length;) {
    const blank = content.indexOf(0x20, at);
    const length = blank < 0 ? Number.NaN : Number(fromLatin1(content.subarray(at, blank)));
    if (!(length > blank - at && at + length <= content.length)) break;
    const record = content.subarray(blank + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    if (equals > 0) {
      fields.set(fromLatin1(record.subarray(0, equals)), fromUtf8(record.subarray(equals + 1)));
    }
    at += length;
  }
  return fields;
}
