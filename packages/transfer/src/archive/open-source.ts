import { createWriteStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openBeside } from "./sidecar-files.ts";
import { checkTotal, Listing } from "./counted.ts";
import { commonFolder, noteName } from "./entry-names.ts";
import { fileParts } from "./file-parts.ts";
import { openFolder } from "./folder-tree.ts";
import { type ArchiveLimits, defaultLimits } from "./limits.ts";
import { type RealNames, withRealNames } from "./real-names.ts";
import { makeTempDir } from "./temp-dir.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";
import { openTar } from "./tar-tree.ts";
import { untilAborted } from "./until-aborted.ts";
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
  const name = top.replace(/\.(zip|tar|tgz|tar\.gz|jex)$/i, "");
  const kind = await kindOf(path);
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

type FileKind = "zip" | "gzip" | "tar" | "database" | "file";

async function kindOf(path: string): Promise<FileKind> {
  await using file = await open(path, "r");
  const head = Buffer.alloc(262);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  if (head.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"))) return "zip";
  if (head.subarray(0, 4).equals(Buffer.from("PK\x05\x06", "latin1"))) return "zip";
  if (head.toString("latin1", 0, 16) === "SQLite format 3\0") return "database";
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  return bytesRead === 262 && head.toString("latin1", 257, 262) === "ustar" ? "tar" : "file";
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
  const isOnlyZips =
    outer.entries.length > 0 && outer.entries.every((entry) => /\.zip$/i.test(entry.path));
  if (!isOnlyZips) return outer;
  const openInner = async (file: string, inside: string): Promise<SourceTree> => {
    try {
      return await openZip(file, name, limits, listing);
    } catch (cause) {
      if (!(cause instanceof SourceRefused)) throw cause;
      throw new SourceRefused(cause.code, cause.message, { cause, path: inside });
    }
  };
  const inner: SourceTree[] = [];
  await mkdir(join(tempDir, "zips"));
  for (const [at, entry] of outer.entries.entries()) {
    const file = join(tempDir, "zips", `${at}.zip`);
    const parts = untilAborted(outer.open(entry.path), signal);
    await pipeline(Readable.from(parts), createWriteStream(file));
    inner.push(held.use(await openInner(file, entry.path)));
  }
  return joined(name, inner, limits);
}

/** Joins several archives into one tree. Rejects a path that is in two of them. */
function joined(name: string, trees: readonly SourceTree[], limits: ArchiveLimits): SourceTree {
  const owners = new Map<string, SourceTree>();
  const names = new Set<string>();
  const entries: SourceEntry[] = [];
  for (const tree of trees) {
    for (const entry of tree.entries) {
      noteName(names, entry.path);
      owners.set(entry.path, tree);
      entries.push(entry);
    }
  }
  checkTotal(
    limits,
    entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    null,
  );
  return {
    name,
    entries: inOrder(entries),
    problems: trees.flatMap(({ problems }) => problems),
    nameEncoding: trees.find(({ nameEncoding }) => nameEncoding)?.nameEncoding ?? null,
    open(path) {
      const owner = owners.get(path);
      if (owner === undefined) throw new SourceRefused("not-there", `${path} is not there`);
      return owner.open(path);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Strips the top folder that contains everything, as programs pack it, from all paths. */
function withoutCommonFolder(tree: SourceTree): SourceTree {
  const folder = commonFolder(tree.entries);
  if (folder === "") return tree;
  return {
    ...tree,
    name: folder.slice(0, -1),
    entries: tree.entries.map((entry) => ({ ...entry, path: entry.path.slice(folder.length) })),
    open: (path) => tree.open(folder + path),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}
