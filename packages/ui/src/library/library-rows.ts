import type { LibraryFile } from "@tidemark/core/router";

/** Files that stand side by side; a list has one in each row. */
export interface LibraryRow {
  readonly key: string;
  readonly files: readonly LibraryFile[];
  readonly holds: readonly string[];
  /** Of its first file among all. */
  readonly at: number;
}

/** Cuts files into rows of so many. */
export function rowsOf(files: readonly LibraryFile[], columns: number): LibraryRow[] {
  const rows: LibraryRow[] = [];
  for (let at = 0; at < files.length; at += columns) {
    const some = files.slice(at, at + columns);
    rows.push({ key: some[0]?.id ?? "", files: some, holds: some.map(({ id }) => id), at });
  }
  return rows;
}

/** What a page can show large: pictures and films that are no link to elsewhere. */
export function isShownLarge({
  kind,
  externalLink,
}: Pick<LibraryFile, "kind" | "externalLink">): boolean {
  return externalLink === "" && (kind === "image" || kind === "video");
}

const narrowest = 132;
const gap = 12;

/** How many squares fit beside each other, two at least. */
export function columnsIn(width: number): number {
  return Math.max(2, Math.floor((width + gap) / (narrowest + gap)));
}
