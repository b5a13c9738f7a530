import { checkTotal } from "./counted.ts";
import { commonFolder, noteName } from "./entry-names.ts";
import type { ArchiveLimits } from "./limits.ts";
import { inOrder, type SourceEntry, SourceRefused, type SourceTree } from "./source-tree.ts";

/** Returns true if a zip contains zips alone, as parts of one export. */
export function holdsOnlyZips({ entries }: SourceTree): boolean {
  return entries.length > 0 && entries.every(({ path }) => /\.zip$/i.test(path));
}

/** How the zips in a zip are opened. */
interface InnerZips<Stored> {
  unpack(path: string): Promise<Stored>;
  /** Opens an unpacked zip; the caller disposes of it. */
  open(stored: Stored): Promise<SourceTree>;
}

/**
 * Joins the zips in a zip into one tree. Throws `SourceRefused`, with the path of the zip that can't be read.
 */
export async function joinInnerZips<Stored>(
  outer: SourceTree,
  limits: ArchiveLimits,
  { unpack, open }: InnerZips<Stored>,
): Promise<SourceTree> {
  const inner: SourceTree[] = [];
  for (const { path } of outer.entries) {
    const stored = await unpack(path);
    try {
      inner.push(await open(stored));
    } catch (cause) {
      if (!(cause instanceof SourceRefused)) throw cause;
      throw new SourceRefused(cause.code, cause.message, { cause, path });
    }
  }
  return joined(outer.name, inner, limits);
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
export function withoutCommonFolder(tree: SourceTree): SourceTree {
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
