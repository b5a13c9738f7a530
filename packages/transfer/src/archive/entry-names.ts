import { type SourceEntry, SourceRefused } from "./source-tree.ts";

/** Maximum length of a path, as on common systems; hostile archives may contain megabytes. */
const maxPathLength = 4096;

/**
 * Returns the path of an archive entry, with `/` as separator and without `..`. Throws `SourceRefused` for a
 * name that would lead outside of the target folder, or is empty.
 */
export function safePath(name: string): string {
  if (name.length > maxPathLength) {
    const words = `the archive holds a name of ${name.length} characters: nothing was read`;
    throw new SourceRefused("unsafe-name", words);
  }
  const path = name.replaceAll("\\", "/");
  const isAbsolute = path.startsWith("/") || /^[a-zA-Z]:/.test(path);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (isAbsolute || parts.includes("..") || path.includes("\0")) {
    throw new SourceRefused(
      "unsafe-name",
      `the archive holds ${JSON.stringify(name)}, which is outside of the archive; nothing was read`,
    );
  }
  return parts.join("/");
}

/** Returns true for files that operating systems add, such as `__MACOSX`. */
export function isClutter(path: string): boolean {
  const parts = path.split("/");
  const last = parts.at(-1) ?? "";
  return (
    parts[0] === "__MACOSX" ||
    last === ".DS_Store" ||
    last.startsWith("._") ||
    last.toLowerCase() === "thumbs.db" ||
    last.toLowerCase() === "desktop.ini" ||
    parts.includes(".git") ||
    parts.includes(".trash")
  );
}

/** Adds a path to `known`. Throws `SourceRefused` if it is already there. */
export function noteName(known: Set<string>, path: string): void {
  if (known.has(path)) {
    throw new SourceRefused(
      "repeated-name",
      `the archive holds ${JSON.stringify(path)} twice; nothing was read`,
    );
  }
  known.add(path);
}

/** Returns the top folder that contains all entries of an archive, with its slash; "" if there is none. */
export function commonFolder(entries: readonly SourceEntry[]): string {
  const [first] = entries;
  const slash = first?.path.indexOf("/") ?? -1;
  if (first === undefined || slash < 0) return "";
  const folder = first.path.slice(0, slash + 1);
  return entries.every(({ path }) => path.startsWith(folder)) ? folder : "";
}
