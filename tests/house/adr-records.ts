import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

/** Decision record: a file, or a section of the record that it was folded into. */
export interface AdrRecord {
  /** Four digits. */
  readonly number: string;
  readonly title: string;
  /** Name of the file in `docs/adr`. */
  readonly file: string;
  readonly isFolded: boolean;
}

/** Returns the records of `docs/adr` under `root`, in the order of their numbers. */
export function readRecords(root: string): AdrRecord[] {
  return globSync("docs/adr/[0-9]*.md", { cwd: root })
    .flatMap((path) => recordsOf(basename(path), readFileSync(resolve(root, path), "utf8")))
    .toSorted((a, b) => (a.number < b.number ? -1 : Number(a.number > b.number)));
}

/** Returns the record of a file, and those folded into it as sections (`## ADR 0001: title`). */
export function recordsOf(file: string, text: string): AdrRecord[] {
  const [, own = "", title = ""] = /^# (\d+)\. (\S.*)/.exec(text) ?? [];
  const folded = [...text.matchAll(/^## ADR (\d{4}): (\S.*)/gm)].map(
    ([, number = "", name = ""]) => ({
      number,
      title: name,
      file,
      isFolded: true,
    }),
  );
  return [{ number: own.padStart(4, "0"), title, file, isFolded: false }, ...folded];
}
