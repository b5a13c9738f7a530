import { createWriteStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Listing } from "../archive/counted.ts";
import { archiveName, type FileKind, headBytes, kindOf } from "../archive/file-kind.ts";
import { holdsOnlyZips, joinInnerZips, withoutCommonFolder } from "../archive/inner-zips.ts";
import { type ArchiveLimits, defaultLimits } from "../archive/limits.ts";
import { type RealNames, withRealNames } from "../archive/real-names.ts";
import { SourceRefused, type SourceTree } from "../archive/source-tree.ts";
import { untilAborted } from "../archive/until-aborted.ts";
import { fileParts } from "./file-parts.ts";
import { openFolder } from "./folder-tree.ts";
import { openBeside } from "./sidecar-files.ts";
import { openTar } from "./tar-tree.ts";
import { makeTempDir } from "./temp-dir.ts";
import { openZip } from "./zip-tree.ts";

export interface OpenOptions {
  readonly tempParent?: string | null;
  /** Aborts opening with its reason. */
  readonly signal?: AbortSignal;
  /** Names of a source that is stored under others. */
  readonly names?: RealNames | null;
}

/**
 * Opens a path that a user chose: a folder, a zip, a tar (compressed or not), or a single file. For a zip
 * that contains only zips, the tree joins their contents. Hostile archives are rejected before they are
 * unpacked: throws `SourceRefused` with a message for people. `tempParent` is as for `makeTempDir`.
 */
export async function openSource(
  path: string,
  limits: ArchiveLimits = defaultLimits,
  { tempParent, signal, names = null }: OpenOptions = {},
): Promise<SourceTree> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (cause) {
    throw new SourceRefused("not-there", `${path} doesn't exist or can't be read`, { cause });
  }
  if (isFolder) {
    const folder = await openFolder(path, limits, signal);
    return names === null ? folder : withRealNames(folder, names);
  }
  await using held = new AsyncDisposableStack();
  const { dir: tempDir } = held.use(await makeTempDir(tempParent ?? null));
  const top = names?.top ?? basename(path);
  const name = archiveName(top);
  const kind = await kindOfFile(path);
  let tree: SourceTree;
  if (kind === "zip")
    tree = held.use(await openZips(path, name, { tempDir, limits, held, signal }));
  else if (kind === "file") tree = await openSingle(path, top);
  else if (kind === "database") tree = await openBeside(path);
  else
    tree = held.use(
      await openTar(path, name, { tempDir, limits, isPacked: kind === "gzip", signal }),
    );
  const moved = held.move();
  const shown = kind === "file" || kind === "database" ? tree : withoutCommonFolder(tree);
  return {
    ...shown,
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

async function kindOfFile(path: string): Promise<FileKind> {
  await using file = await open(path, "r");
  const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return kindOf(buffer.subarray(0, bytesRead));
}

/** Opens a single file as a tree under a name, without access to the files beside it. */
async function openSingle(path: string, name: string): Promise<SourceTree> {
  const { size, mtimeMs } = await stat(path);
  return {
    name: name.replace(/\.[^.]+$/, ""),
    entries: [{ path: name, sizeBytes: size, modifiedMs: Math.trunc(mtimeMs) }],
    problems: [],
    open: () => fileParts(path, name),
    async [Symbol.asyncDispose]() {},
  };
}

async function openZips(
  path: string,
  name: string,
  {
    tempDir,
    limits,
    held,
    signal,
  }: {
    readonly tempDir: string;
    readonly limits: ArchiveLimits;
    readonly held: AsyncDisposableStack;
    readonly signal: AbortSignal | undefined;
  },
): Promise<SourceTree> {
  const listing = new Listing(limits);
  const outer = held.use(await openZip(path, name, limits, listing));
  if (!holdsOnlyZips(outer)) return outer;
  await mkdir(join(tempDir, "zips"));
  let count = 0;
  return joinInnerZips(outer, limits, {
    async unpack(inside) {
      const file = join(tempDir, "zips", `${count}.zip`);
      count += 1;
      const parts = untilAborted(outer.open(inside), signal);
      await pipeline(Readable.from(parts), createWriteStream(file));
      return file;
    },
    open: async (file) => held.use(await openZip(file, name, limits, listing)),
  });
}
