import { appendAll, type OpenScratch, type Scratch } from "../bytes/scratch.ts";
import { bytesOfBlob, piecesOf, type RandomBytes } from "../bytes/random-bytes.ts";
import { streamOf, streamParts } from "../bytes/stream-parts.ts";
import { checkCount, checkTotal, Listing } from "../archive/counted.ts";
import { isDiskFull } from "../archive/disk-full.ts";
import { isClutter, noteName, safePath } from "../archive/entry-names.ts";
import { archiveName, headBytes, kindOf } from "../archive/file-kind.ts";
import { holdsOnlyZips, joinInnerZips, withoutCommonFolder } from "../archive/inner-zips.ts";
import { type ArchiveLimits, defaultLimits } from "../archive/limits.ts";
import {
  inOrder,
  type SourceEntry,
  SourceRefused,
  type SourceTree,
} from "../archive/source-tree.ts";
import { openTarBytes } from "./tar-bytes.ts";
import { brokenTar } from "../archive/tar-records.ts";
import { untilAborted } from "../archive/until-aborted.ts";
import { openZipBytes } from "./zip-bytes.ts";

/** File that a user chose in a browser, with its path in the folder that was chosen. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

export interface OpenFilesOptions {
  /** Opens storage for zips in a zip. */
  readonly openScratch: OpenScratch;
  readonly limits?: ArchiveLimits;
  /** Aborts opening with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens the files that a user chose in a browser: a folder, several files, a zip, a tar (compressed or not), or a
 * single file. For a zip that contains only zips, the tree joins their contents. Hostile archives are rejected
 * before they are unpacked: throws `SourceRefused` with a message for people.
 */
export async function openFiles(
  files: readonly ChosenFile[],
  { openScratch, limits = defaultLimits, signal }: OpenFilesOptions,
): Promise<SourceTree> {
  const [only] = files;
  if (only === undefined) throw new SourceRefused("not-there", "nothing was chosen");
  if (files.length > 1 || only.path.includes("/")) return treeOfFiles(files, limits);
  const { file, path } = only;
  const head = await file.slice(0, headBytes).arrayBuffer();
  const kind = kindOf(new Uint8Array(head));
  if (kind === "file" || kind === "database") return treeOfFiles(files, limits);
  await using held = new AsyncDisposableStack();
  const scratch = held.use(await openScratch());
  const options = { name: archiveName(path), file: path, limits, signal };
  const bytes = bytesOfBlob(file);
  let tree: SourceTree;
  if (kind === "zip") tree = await openZips(bytes, scratch, options);
  else {
    const tar = kind === "gzip" ? await unpackedGzip(bytes, scratch, options) : bytes;
    tree = await openTarBytes(tar, options);
  }
  const moved = held.move();
  return {
    ...withoutCommonFolder(tree),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

interface ArchiveOptions {
  readonly name: string;
  readonly file: string;
  readonly limits: ArchiveLimits;
  readonly signal: AbortSignal | undefined;
}

async function openZips(
  bytes: RandomBytes,
  scratch: Scratch,
  { signal, ...given }: ArchiveOptions,
): Promise<SourceTree> {
  const { limits } = given;
  const options = { ...given, listing: new Listing(limits) };
  const outer = await openZipBytes(bytes, options);
  if (!holdsOnlyZips(outer)) return outer;
  return joinInnerZips(outer, limits, {
    async unpack(inside) {
      const stored = await scratch.create();
      await appendAll(stored, untilAborted(outer.open(inside), signal));
      return stored;
    },
    open: (stored) => openZipBytes(stored, options),
  });
}

/** Unpacks a gzip within the limits of an archive. */
async function unpackedGzip(
  bytes: RandomBytes,
  scratch: Scratch,
  { limits, signal }: ArchiveOptions,
): Promise<RandomBytes> {
  const stored = await scratch.create();
  const packed = streamOf(untilAborted(piecesOf(bytes), signal));
  try {
    for await (const part of streamParts(packed.pipeThrough(new DecompressionStream("gzip")))) {
      await stored.append(part);
      checkTotal(limits, stored.sizeBytes, bytes.sizeBytes);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof SourceRefused || isDiskFull(error) ? error : brokenTar(error);
  }
  return stored;
}

/** Returns the files as a tree, without a folder that contains all of them. */
function treeOfFiles(files: readonly ChosenFile[], limits: ArchiveLimits): SourceTree {
  const names = new Set<string>();
  const found = new Map<string, File>();
  let totalBytes = 0;
  checkCount(limits, files.length);
  const entries = files.flatMap(({ path: given, file }): SourceEntry[] => {
    const path = safePath(given);
    if (isClutter(path)) return [];
    noteName(names, path);
    totalBytes += file.size;
    checkTotal(limits, totalBytes, null);
    found.set(path, file);
    return [{ path, sizeBytes: file.size, modifiedMs: file.lastModified }];
  });
  const [only] = entries;
  const isSingle = entries.length === 1 && only?.path.includes("/") === false;
  const name = isSingle ? only.path.replace(/\.[^.]+$/, "") : "notes";
  const tree: SourceTree = {
    name,
    entries: inOrder(entries),
    problems: [],
    open: (path) => fileParts(found, path),
    async [Symbol.asyncDispose]() {},
  };
  return isSingle ? tree : withoutCommonFolder(tree);
}

async function* fileParts(
  files: ReadonlyMap<string, File>,
  path: string,
): AsyncGenerator<Uint8Array> {
  const file = files.get(path);
  if (file === undefined) throw new SourceRefused("not-there", `${path} is not there`);
  try {
    yield* piecesOf(bytesOfBlob(file));
  } catch (cause) {
    // The browser refuses to read a file that changed since it was chosen.
    const reason = cause instanceof Error ? cause.name : String(cause);
    throw new SourceRefused("not-there", `it cannot be read (${reason})`, { cause, path });
  }
}
