import { inOrder, type SourceTree } from "./source-tree.ts";

/** Names of a source that is stored under others, because the file system can't hold them. */
export interface RealNames {
  /** Name of the source itself, a file or a folder. */
  readonly top: string;
  /** Real paths of the files in it by their stored paths, without those that are equal. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Returns a tree of stored files under their real names. */
export function withRealNames(tree: SourceTree, { top, paths }: RealNames): SourceTree {
  const stored = new Map([...paths].map(([path, real]) => [real, path]));
  const real = <Named extends { readonly path: string }>(each: Named): Named => ({
    ...each,
    path: paths.get(each.path) ?? each.path,
  });
  return {
    ...tree,
    name: top,
    entries: inOrder(tree.entries.map(real)),
    problems: tree.problems.map(real),
    open: (path) => tree.open(stored.get(path) ?? path),
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}
