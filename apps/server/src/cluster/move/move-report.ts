import type { MovedRows } from "@tidemark/db-postgres";
import type { MovedFiles } from "./move-files.ts";

/** Result of a move. `--json` prints it unchanged. */
export interface MoveReport extends MovedRows {
  readonly from: string;
  readonly to: string;
  /** Epoch of the server's database, which the move preserves. */
  readonly epoch: string;
  readonly files: {
    /** Current location. */
    readonly place: string;
  } & Partial<MovedFiles>;
  /** File to pass as `--secret-key-file`, or to leave in the data folder; null if the folder has none. */
  readonly secretKeyFile: string | null;
  /** Minimum time in ms during which nothing could be written. */
  readonly closedMs: number;
}

/** Formats the report as text; the last line is a summary. */
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

/** Number of digits shown of a digest. */
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
