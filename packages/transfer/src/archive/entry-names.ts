import { type SourceEntry, SourceRefused } from "./source-tree.ts";

/** No system takes a longer path; some archives may say megabytes. */
const maxPathLength = 4096;

/**
 * The path of an entry of an archive: with `/` between its parts, none of which leads upwards. Throws
 * `SourceRefused` for a name that would lie outside of where the archive is unpacked, or is none.
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

/** What systems put beside people's files. */
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

/** Takes note of a path; throws `SourceRefused` for one that was there, in whatever normal form. */
export function noteName(known: Set<string>, path: string): void {
  const name = path.normalize("NFC");
  if (known.has(name)) {
    throw new SourceRefused(
      "repeated-name",
      `the archive holds ${JSON.stringify(path)} twice; nothing was read`,
    );
  }
  known.add(name);
}

/** The folder that everything in an archive lies in, as programs pack one; "" where there is none. */
export function commonFolder(entries: readonly SourceEntry[]): string {
  const [first] = entries;
  const slash = first?.path.indexOf("/") ?? -1;
  if (first === undefined || slash < 0) return "";
  const folder = first.path.slice(0, slash + 1);
  return entries.every(({ path }) => path.startsWith(folder)) ? folder : "";
}
