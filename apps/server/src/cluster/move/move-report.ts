import type { MovedRows } from "@tidemark/db-postgres";
import type { MovedFiles } from "./move-files.ts";

/** What became of a move. With `--json` it is printed as it is. */
export interface MoveReport extends MovedRows {
  readonly from: string;
  readonly to: string;
  /** The life of the server's database, which goes on. */
  readonly epoch: string;
  readonly files: {
    /** Where they are now. */
    readonly place: string;
  } & Partial<MovedFiles>;
  /** The file to name as `--secret-key-file`, or to keep in the data folder; null: the folder has none. */
  readonly secretKeyFile: string | null;
  /** For how long the move kept everybody from writing, at least. */
  readonly closedMs: number;
}

/** The report for people; the last line says it all. */
export function reportLines(report: MoveReport): string[] {
  const { tables, nuls, files } = report;
  const width = Math.max(...tables.map(({ name }) => name.length));
  return [
    `${"".padEnd(width)}  ${"rows".padStart(9)}  source            target`,
    ...tables.map(({ name, rows, source, target }) =>
      [
        name.padEnd(width),
        String(rows).padStart(9),
        source.slice(0, digits),
        target.slice(0, digits),
      ].join("  "),
    ),
    ...(nuls === 0 ? [] : [`U+0000 that became U+FFFD: ${nuls}`]),
    ...fileLines(files),
    `key: ${report.secretKeyFile ?? "the file that the server was started with"}, for --secret-key-file`,
    `writes were blocked for ${(report.closedMs / 1000).toFixed(1)} s`,
    `moved: ${rowsOf(report, "memo")} memos, to ${report.to}`,
  ];
}

/** Of a digest, in lines for people. */
const digits = 16;

function fileLines({
  place,
  copied,
  there,
  missing = [],
  damaged = [],
}: MoveReport["files"]): string[] {
  if (copied === undefined) return [`files: left in ${place}`];
  return [
    `files: ${copied} copied to ${place}, ${there} there before`,
    ...(missing.length === 0 ? [] : [`missing files: ${missing.join(" ")}`]),
    ...(damaged.length === 0 ? [] : [`damaged files, not copied: ${damaged.join(" ")}`]),
  ];
}

function rowsOf({ tables }: MoveReport, name: string): number {
  return tables.find((table) => table.name === name)?.rows ?? 0;
}
