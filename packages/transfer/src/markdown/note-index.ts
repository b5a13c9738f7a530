import type { SourceTree } from "../archive/source-tree.ts";

const noteName = /\.(md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|rmd|text|txt)$/i;

export function isNote(path: string): boolean {
  return noteName.test(path);
}

/** Returns a file's name without folders and extension. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(noteName, "");
}

/** Normalizes a path for comparison, ignoring case and Unicode normal form. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Lookup of files by the ways in which notes reference them. */
export interface NoteIndex {
  /** Finds the file at an address relative to the note, or to the top. */
  byAddress(note: string, address: string): string | null;
  /** Finds the file with a name or path suffix; prefers the note's folder, then the least deep file. */
  byName(note: string, name: string): string | null;
}

export function indexNotes(tree: Pick<SourceTree, "entries">): NoteIndex {
  const byPath = new Map(tree.entries.map(({ path }) => [folded(path), path]));
  const nearest = nearestIn(tree);
  const at = (path: string): string | null =>
    byPath.get(folded(path)) ?? byPath.get(folded(`${path}.md`)) ?? null;
  return {
    byAddress(note, address) {
      const plain = plainAddress(address);
      if (plain === null) return null;
      const own = resolved(folderOf(note), plain);
      const top = resolved("", plain.replace(/^\/+/, ""));
      return (own === null ? null : at(own)) ?? (top === null ? null : at(top));
    },
    byName(note, name) {
      const wanted = folded(name.trim().replace(/^\/+/, ""));
      if (wanted === "") return null;
      for (const ending of [wanted, `${wanted}.md`, `${wanted}.markdown`]) {
        const found = nearest(note, ending);
        if (found !== null) return found;
      }
      const own = resolved(folderOf(note), name.trim());
      return own === null ? null : at(own);
    },
  };
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

interface NamedFile {
  readonly path: string;
  readonly way: string;
  /** Number of parts in the path. */
  readonly depth: number;
  /** Index among the entries. */
  readonly nth: number;
}

/** Reverses the parts of a folded path, so that sorting groups paths with the same suffix. */
function wayUp(path: string): string {
  return `${path.split("/").toReversed().join("/")}/`;
}

/** Returns the key of a filename in a folder; `way` is a reversed path that starts with the name. */
function besideKey(folder: string, way: string): string {
  return `${folder}/${way.slice(0, way.indexOf("/"))}`;
}

/**
 * Returns a function that finds a file by path suffix: the one in the note's folder, else the least deep.
 * Results are cached, so each file is examined at most once for each suffix of its path.
 */
function nearestIn({
  entries,
}: Pick<SourceTree, "entries">): (note: string, ending: string) => string | null {
  const files = entries.map(({ path }, nth): NamedFile => {
    return { path, way: wayUp(folded(path)), depth: path.split("/").length, nth };
  });
  const byPlace = new Map(
    files.toReversed().map((file) => [besideKey(folderOf(file.path), file.way), file]),
  );
  const inOrder = files.toSorted((a, b) => (a.way < b.way ? -1 : a.way > b.way ? 1 : 0));
  const known = new Map<string, string | null>();
  return (note, ending) => {
    const way = wayUp(ending);
    const beside = byPlace.get(besideKey(folderOf(note), way));
    if (beside?.way.startsWith(way) === true) return beside.path;
    let path = known.get(way);
    if (path === undefined) {
      path = leastDeep(inOrder, way)?.path ?? null;
      known.set(way, path);
    }
    return path;
  };
}

/** Finds the least deep file whose `way` starts with this one, in files sorted by `way`; ties by index. */
function leastDeep(inOrder: readonly NamedFile[], way: string): NamedFile | null {
  let best: NamedFile | null = null;
  for (let at = firstAt(inOrder, way); inOrder[at]?.way.startsWith(way) === true; at += 1) {
    const file = inOrder[at]!;
    if (best === null || file.depth < best.depth) best = file;
    else if (file.depth === best.depth && file.nth < best.nth) best = file;
  }
  return best;
}

/** Returns the index of the first file whose `way` isn't less than the given one. */
function firstAt(files: readonly NamedFile[], way: string): number {
  let [from, to] = [0, files.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (files[middle]!.way < way) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns the decoded path of an address, or null if it has a scheme or no path. */
function plainAddress(address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith("//")) return null;
  const [path = ""] = address.split(/[?#]/, 1);
  if (path === "") return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function resolved(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
