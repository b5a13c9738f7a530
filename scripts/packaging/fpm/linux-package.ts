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

/** Package as electron-builder describes it to fpm. */
export interface LinuxPackage {
  /** Path of the package to write. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly release: string;
  /** Debian's or rpm's name of the architecture. */
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
  /** Packages that can't be installed beside it. */
  readonly conflicts?: readonly string[];
  /** Path of the script; "" if there is none. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  /** Path of the script that runs before the files are removed. */
  readonly beforeRemove?: string;
  /** Paths of installed files that belong to the administrator. */
  readonly configFiles?: readonly string[];
  readonly compression: string;
  /** Files and folders, each with its path in the installed system. */
  readonly contents: readonly { readonly from: string; readonly to: string }[];
}

/** Copies the contents into a temporary folder as they will be installed, with normalized modes. */
export function stageTree(contents: LinuxPackage["contents"]): string {
  const tree = mkdtempSync(join(tmpdir(), "tidemark-tree-"));
  for (const { from, to } of contents) {
    const target = join(tree, to);
    mkdirSync(dirname(target), { recursive: true });
    // Like in fpm, `dir/` means the folder's contents.
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  }
  // The umask may vary, so all users get the owner's read and execute permissions.
  chmodSync(tree, 0o755);
  for (const path of entriesOf(tree).map((name) => join(tree, name))) {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) continue;
    chmodSync(path, stat.isDirectory() || (stat.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  return tree;
}

/** Returns the files of a tree, sorted, relative to it. */
export function filesOf(tree: string): readonly string[] {
  return entriesOf(tree)
    .filter((path) => lstatSync(join(tree, path)).isFile())
    .toSorted();
}

function entriesOf(tree: string): readonly string[] {
  return readdirSync(tree, { recursive: true, encoding: "utf8" });
}

/** Returns a tree's size on disk, in kilobytes. */
export function sizeOf(tree: string, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + Math.ceil(statSync(join(tree, file)).size / 1024), 0);
}
