import type { LibraryFile } from "@tidemark/core/router";

/** Row of files; a list has one file in each. */
export interface LibraryRow {
  readonly key: string;
  readonly files: readonly LibraryFile[];
  readonly holds: readonly string[];
  /** Index of its first file among all. */
  readonly at: number;
}

/** Splits files into rows of `columns` each. */
export function rowsOf(files: readonly LibraryFile[], columns: number): LibraryRow[] {
  const rows: LibraryRow[] = [];
  for (let at = 0; at < files.length; at += columns) {
    const some = files.slice(at, at + columns);
    rows.push({ key: some[0]?.id ?? "", files: some, holds: some.map(({ id }) => id), at });
  }
  return rows;
}

/** Returns true for files that a page can show large: images and videos that aren't external links. */
export function isShownLarge({
  kind,
  externalLink,
}: Pick<LibraryFile, "kind" | "externalLink">): boolean {
  return externalLink === "" && (kind === "image" || kind === "video");
}

const narrowest = 132;
const gap = 12;

/** Returns the number of squares that fit into a width in pixels, at least two. */
export function columnsIn(width: number): number {
  return Math.max(2, Math.floor((width + gap) / (narrowest + gap)));
}
