import type { SourceTree } from "../archive/source-tree.ts";
import { noteName } from "../archive/note-name.ts";
import { pathsOf } from "./links/addresses.ts";

/** Returns a file's name without folders and extension. */
export function stemOf(path: string): string {
  return nameIn(path).replace(noteName, "");
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function loosest(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** Ways to compare paths, the strictest first: names may differ in case or Unicode normal form alone. */
const foldings: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.normalize("NFC"),
  loosest,
];

const noteEndings = ["", ".md", ".markdown"] as const;

/** Lookup of files by the ways in which notes reference them. */
export interface NoteIndex {
  /** Finds the file at an address relative to the note, or to the top. `raw` is the address with escapes. */
  byAddress(note: string, address: string, raw?: string): string | null;
  /** Finds the only file whose path ends with an address, as Obsidian writes links by name. */
  onlyNamed(address: string, raw?: string): string | null;
  /** Finds the file with a name or path suffix; prefers the note's folder, then the least deep file. */
  byName(note: string, name: string): string | null;
}

export function indexNotes(tree: Pick<SourceTree, "entries" | "name">): NoteIndex {
  const tables = foldings.map((fold) => new PathTable(tree.entries, fold));
  let names: ReadonlySet<string> | null = null;
  /** Returns false if no file has the name of a path. Notes may link to very many missing files. */
  const mayBeThere = (path: string): boolean => {
    names ??= new Set(tree.entries.map((entry) => loosest(nameIn(entry.path))));
    const name = loosest(nameIn(path));
    return noteEndings.some((ending) => names?.has(name + ending));
  };
  /** Returns the first answer, trying each way to compare with each ending. */
  const first = (path: string, find: (table: PathTable, path: string) => string | null) => {
    if (!mayBeThere(path)) return null;
    for (const table of tables) {
      for (const ending of noteEndings) {
        const found = find(table, path + ending);
        if (found !== null) return found;
      }
    }
    return null;
  };
  const at = (path: string | null): string | null =>
    path === null || path === "" ? null : first(path, (table, full) => table.at(full));
  return {
    byAddress(note, address, raw = address) {
      for (const path of pathsOf({ address, raw }, tree.name)) {
        const found = at(resolved(folderOf(note), path)) ?? at(resolved("", path));
        if (found !== null) return found;
      }
      return null;
    },
    onlyNamed(address, raw = address) {
      for (const path of pathsOf({ address, raw }, tree.name)) {
        const ending = resolved("", path);
        if (ending === null || ending === "") continue;
        const only = first(ending, (table, full) => table.only(full));
        if (only !== null) return only;
      }
      return null;
    },
    byName(note, name) {
      const wanted = name.trim().replace(/^\/+/, "");
      if (wanted === "") return null;
      const found = first(wanted, (table, full) => table.nearest(note, full));
      return found ?? at(resolved(folderOf(note), name.trim()));
    },
  };
}

/** Returns the path of a file's folder; "" at the top. */
export function folderOf(path: string): string {
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

/** Files of a tree by path and by path suffix, with one way to compare paths. Built on first use. */
class PathTable {
  readonly #entries: SourceTree["entries"];
  readonly #fold: (path: string) => string;
  /** Nearest and only files by reversed suffix, so that each file is examined once for each suffix. */
  readonly #known = new Map<string, Nearest>();
  #byPath: ReadonlyMap<string, string> | null = null;
  #byPlace: ReadonlyMap<string, NamedFile> | null = null;
  #inOrder: readonly NamedFile[] = [];

  constructor(entries: SourceTree["entries"], fold: (path: string) => string) {
    this.#entries = entries;
    this.#fold = fold;
  }

  at(path: string): string | null {
    this.#byPath ??= new Map(
      this.#entries.toReversed().map((entry) => [this.#fold(entry.path), entry.path]),
    );
    return this.#byPath.get(this.#fold(path)) ?? null;
  }

  /** Finds the file in the note's folder, else the least deep one. */
  nearest(note: string, ending: string): string | null {
    const way = wayUp(this.#fold(ending));
    const beside = this.#places().get(besideKey(folderOf(note), way));
    return beside?.way.startsWith(way) === true ? beside.path : (this.#find(way).best ?? null);
  }

  /** Finds the file with a path suffix if no other file has it. */
  only(ending: string): string | null {
    this.#places();
    const { best, isOnly } = this.#find(wayUp(this.#fold(ending)));
    return isOnly ? best : null;
  }

  #places(): ReadonlyMap<string, NamedFile> {
    if (this.#byPlace !== null) return this.#byPlace;
    const files = this.#entries.map(({ path }, nth): NamedFile => {
      return { path, way: wayUp(this.#fold(path)), depth: path.split("/").length, nth };
    });
    this.#inOrder = files.toSorted((a, b) => (a.way < b.way ? -1 : a.way > b.way ? 1 : 0));
    this.#byPlace = new Map(
      files.toReversed().map((file) => [besideKey(folderOf(file.path), file.way), file]),
    );
    return this.#byPlace;
  }

  #find(way: string): Nearest {
    let known = this.#known.get(way);
    if (known === undefined) {
      known = leastDeep(this.#inOrder, way);
      this.#known.set(way, known);
    }
    return known;
  }
}

interface Nearest {
  readonly best: string | null;
  readonly isOnly: boolean;
}

/** Finds the least deep file whose `way` starts with this one, in files sorted by `way`; ties by index. */
function leastDeep(inOrder: readonly NamedFile[], way: string): Nearest {
  let best: NamedFile | null = null;
  const first = firstAt(inOrder, way);
  let at = first;
  for (; inOrder[at]?.way.startsWith(way) === true; at += 1) {
    const file = inOrder[at]!;
    if (best === null || file.depth < best.depth) best = file;
    else if (file.depth === best.depth && file.nth < best.nth) best = file;
  }
  return { best: best?.path ?? null, isOnly: at === first + 1 };
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

function resolved(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
