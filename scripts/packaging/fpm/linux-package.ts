import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A package as electron-builder describes it to fpm. */
export interface LinuxPackage {
  /** Where it is written. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly release: string;
  /** As Debian names it, or rpm. */
  readonly architecture: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly url: string;
  readonly licence: string;
  readonly category: string;
  readonly summary: string;
  readonly description: string;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  /** What cannot be installed beside it. */
  readonly conflicts?: readonly string[];
  /** Files with the scripts; empty: there is none. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly compression: string;
  /** Files and folders, each with where it stands in the system. */
  readonly contents: readonly { readonly from: string; readonly to: string }[];
}

/** Lays the contents out as they stand in the system, in a folder of its own, with plain modes. */
export function stageTree(contents: LinuxPackage["contents"]): string {
  const tree = mkdtempSync(join(tmpdir(), "tidemark-tree-"));
  for (const { from, to } of contents) {
    const target = join(tree, to);
    mkdirSync(dirname(target), { recursive: true });
    // `dir/` stands for what is in it, as for fpm.
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  // Whoever packages may have any umask: what one may read and start, all may.
  chmodSync(tree, 0o755);
  for (const path of entriesOf(tree).map((name) => join(tree, name))) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  return tree;
}

/** The files of a tree, sorted, relative to it. */
export function filesOf(tree: string): readonly string[] {
  return entriesOf(tree)
    .filter((path) => lstatSync(join(tree, path)).isFile())
    .toSorted();
}

function entriesOf(tree: string): readonly string[] {
  return readdirSync(tree, { recursive: true, encoding: "utf8" });
}

/** What a tree takes of a disk, in kilobytes. */
export function sizeOf(tree: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + Math.ceil(statSync(join(tree, file)).size / 1024), 0);
}
