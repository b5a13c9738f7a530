import { parseJson } from "@tidemark/core";
import {
  entryOf,
  readBytes,
  type SourceEntry,
  type SourceRefused,
  type SourceTree,
  unreadable,
} from "../archive/source-tree.ts";
import { isNote } from "../archive/note-name.ts";
import { decodeText } from "../encodings/decode-text.ts";
import { manifestName, manifestSchema, readMemoFile } from "./memo-file.ts";
import { memosJsonName } from "./memos-json.ts";

/** Maximum size of a manifest, or of a memo with its front matter. */
export const maxExportedBytes = 16 * 1024 * 1024;

/** Export in a tree, with paths from its own top. */
export interface FoundExport {
  readonly tree: SourceTree;
  /** Folder of the export in the whole tree, with its slash; "" for the top. */
  readonly root: string;
  /** Memos as Markdown files; null if they are in `json`. */
  readonly memos: readonly SourceEntry[];
  /** The file with all memos of a JSON export, or null. */
  readonly json: SourceEntry | null;
  /** Files that aren't memos or attachments. */
  readonly own: ReadonlySet<string>;
}

/** Maximum number of folders above a manifest, and of manifests to look at. */
const maxDepth = 3;
const maxManifests = 20;

/**
 * Finds the exports in a tree: at its top, in a folder that another program added, or without the manifest if
 * every note is an exported memo. Names may differ in case and Unicode normal form. Returns [] if there is
 * none, or if most notes are outside of exports. Throws `SourceRefused` if a manifest can't be read.
 */
export async function findExports(tree: SourceTree): Promise<readonly FoundExport[]> {
  const roots = await exportRoots(tree);
  if (roots.length === 0) return findMemoFiles(tree);
  const outside = tree.entries.filter(
    ({ path }) => isNote(path) && !roots.some(({ root }) => path.startsWith(root)),
  );
  if (outside.length > roots.reduce((sum, { memos }) => sum + memos, 0)) return [];
  return roots.map(({ root }) => exportAt(root === "" ? tree : below(tree, root), root));
}

/** Returns the export at the top of a tree. */
export function exportAt(tree: SourceTree, root = ""): FoundExport {
  const json = anyCase(tree, memosJsonName);
  const memos = tree.entries.filter(({ path }) => /^memos\/.*\.md$/i.test(path));
  const manifest = anyCase(tree, manifestName);
  const own = new Set([manifest, json].flatMap((entry) => (entry === null ? [] : [entry.path])));
  return { tree, root, memos: json === null ? memos : [], json, own };
}

interface ExportRoot {
  /** Folder, with its slash. */
  readonly root: string;
  /** Number of memos, according to the manifest. */
  readonly memos: number;
}

/** Returns the folders of the manifests, without folders inside another one. */
async function exportRoots(tree: SourceTree): Promise<readonly ExportRoot[]> {
  const manifests = tree.entries
    .map(({ path }) => path)
    .filter((path) => folded(path.slice(path.lastIndexOf("/") + 1)) === manifestName)
    .filter((path) => path.split("/").length <= maxDepth + 1)
    .toSorted((a, b) => a.length - b.length)
    .slice(0, maxManifests);
  const roots: ExportRoot[] = [];
  let unread: SourceRefused | null = null;
  for (const path of manifests) {
    const root = path.slice(0, path.lastIndexOf("/") + 1);
    if (roots.some((each) => root.startsWith(each.root))) continue;
    try {
      const text = decodeText(await readBytes(tree, path, maxExportedBytes));
      const memos = text === null ? null : memosOf(text);
      if (memos !== null) roots.push({ root, memos });
    } catch (error) {
      unread ??= unreadable(error);
    }
  }
  if (roots.length === 0 && unread !== null) throw unread;
  return roots;
}

/** Returns the number of memos in a manifest, or null if it isn't one. */
function memosOf(text: string): number | null {
  try {
    return parseJson(manifestSchema, text).memos;
  } catch {
    return null;
  }
}

/** Finds memo files without a manifest, such as a single exported memo. Reads until the first other note. */
async function findMemoFiles(tree: SourceTree): Promise<readonly FoundExport[]> {
  const memos = tree.entries.filter(({ path }) => isNote(path));
  for (const { path } of memos) {
    let text: string | null;
    try {
      text = decodeText(await readBytes(tree, path, maxExportedBytes));
    } catch (error) {
      unreadable(error);
      return [];
    }
    if (text === null || typeof readMemoFile(text) === "string") return [];
  }
  return memos.length === 0 ? [] : [{ tree, root: "", memos, json: null, own: new Set() }];
}

/** Returns the part of a tree that is in a folder. */
function below(tree: SourceTree, folder: string): SourceTree {
  return {
    name: tree.name,
    entries: tree.entries
      .filter(({ path }) => path.startsWith(folder))
      .map((entry) => ({ ...entry, path: entry.path.slice(folder.length) })),
    problems: [],
    open: (path) => tree.open(folder + path),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Normalizes a path for comparison, ignoring case and Unicode normal form. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

const foldedEntries = new WeakMap<readonly SourceEntry[], ReadonlyMap<string, SourceEntry>>();

/** Returns the entry with this path, else the first whose path differs only in case or normal form, or null. */
export function anyCase(tree: Pick<SourceTree, "entries">, path: string): SourceEntry | null {
  const { entries } = tree;
  let known = foldedEntries.get(entries);
  if (known === undefined) {
    known = new Map(entries.toReversed().map((entry) => [folded(entry.path), entry]));
    foldedEntries.set(entries, known);
  }
  return entryOf(tree, path) ?? known.get(folded(path)) ?? null;
}

/** Finds the file of an attachment by its id and its path in the export. */
export type FindFile = (id: string, path: string) => SourceEntry | null;

/**
 * Returns a function that finds a file's entry by its path, else as the only file in the folder of its id,
 * because some programs can't write every letter of a name.
 */
export function exportedFiles(tree: Pick<SourceTree, "entries">): FindFile {
  const byFolder = Map.groupBy(tree.entries, ({ path }) =>
    folded(path.slice(0, path.lastIndexOf("/"))),
  );
  return (id, path) => {
    if (path === "") return null;
    const found = anyCase(tree, path);
    if (found !== null) return found;
    const beside = byFolder.get(folded(`files/${id}`)) ?? [];
    return beside.length === 1 ? beside[0]! : null;
  };
}

/** Returns the id in an address that an export wrote: such as `../../memos/2024/2024-05-06 Title <id>.md`, or null. */
export function idOfAddress(address: string): { to: "memo" | "file"; key: string } | null {
  let path = address;
  try {
    path = decodeURIComponent(address);
  } catch {
    // The address isn't encoded.
  }
  const memo = /^(?:\.\.\/)+memos\/[^/]+\/(?:[^/]* )?([\w-]+)\.md$/i.exec(path)?.[1];
  if (memo !== undefined) return { to: "memo", key: memo };
  const file = /^(?:\.\.\/)+files\/([\w-]+)\/[^/]+$/i.exec(path)?.[1];
  return file === undefined ? null : { to: "file", key: file };
}
