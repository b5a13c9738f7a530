import type { SourceTree } from "../archive/source-tree.ts";

const noteName = /\.(md|markdown|mdown|mkdn?|mdwn|mdtxt|mdtext|rmd|text|txt)$/i;

export function isNote(path: string): boolean {
  return noteName.test(path);
}

/** A file without its folders and its ending. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(noteName, "");
}

/** Paths as they are compared: case and normal form make no other one. */
function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

/** The files of a tree, as notes name them. */
export interface NoteIndex {
  /** The file that an address leads to which is relative to a note, or to the top. */
  byAddress(note: string, address: string): string | null;
  /** The file that has a name, or a path that ends so; nearest to the note, then to the top. */
  byName(note: string, name: string): string | null;
}

export function indexNotes(tree: Pick<SourceTree, "entries">): NoteIndex {
  const byPath = new Map<string, string>();
  const byLast = new Map<string, string[]>();
  for (const { path } of tree.entries) {
    byPath.set(folded(path), path);
    const last = folded(path.slice(path.lastIndexOf("/") + 1));
    byLast.set(last, [...(byLast.get(last) ?? []), path]);
  }
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
        const last = ending.slice(ending.lastIndexOf("/") + 1);
        const found = (byLast.get(last) ?? []).filter((path) => {
          const whole = folded(path);
          return whole === ending || whole.endsWith(`/${ending}`);
        });
        const nearest = found.toSorted((a, b) => distance(note, a) - distance(note, b));
        if (nearest[0] !== undefined) return nearest[0];
      }
      const own = resolved(folderOf(note), name.trim());
      return own === null ? null : at(own);
    },
  };
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

/** In the note's own folder first, then by how deep it lies. */
function distance(note: string, path: string): number {
  return folderOf(note) === folderOf(path) ? 0 : path.split("/").length;
}

/** What an address says of a file; null: it leads out of the source. */
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
