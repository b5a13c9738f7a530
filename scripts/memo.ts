import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import type { MemoTrace } from "./memo-rows.ts";
import { scriptCommand } from "./script-command.ts";

// `npm run memo -- ID --data DIR`: prints one memo from every table of a server's or a device's data folder.
// It only reads, even while a program is running on the folder. The output contains the memo's text, so don't
// share it publicly. Exit codes: 0 found, 1 not found, 2 the folder can't be read.

/** Columns with secrets, which aren't needed for debugging. */
const secrets: ReadonlySet<string> = new Set(["token_hash", "sealed_token"]);
const shortLength = 300;

const command = scriptCommand("memo", "Prints one memo through every table of a data folder.")
  .argument("<id>", "the memo, as `ID` or `memos/ID`")
  .requiredOption("--data <folder>", "the data folder of a server or a device")
  .option("--whole", "print long texts to their end", false)
  .parse();
const { data, whole } = command.opts<{ data: string; whole: boolean }>();
const id = (command.args[0] ?? "").replace(/^memos\//, "");
const dir = resolve(data);
if (!existsSync(join(dir, "tidemark.db"))) {
  command.error(`error: ${dir} holds no tidemark.db`);
}

const { tables, contents } = await look();
if (tables.length === 0) {
  console.error(`memo: ${dir} knows nothing of ${id}`);
  process.exitCode = 1;
}
for (const { table, rows } of tables) {
  for (const row of rows) {
    console.log(`\n${table}`);
    for (const [column, value] of Object.entries(row)) {
      if (value !== null) console.log(`  ${column}: ${shown(column, value)}`);
    }
  }
}
for (const { path, sizeBytes } of contents) {
  console.log(`\nfile ${path}\n  ${sizeBytes === null ? "is not there" : `${sizeBytes} bytes`}`);
}

async function look(): Promise<MemoTrace> {
  try {
    const { traceMemo } = await import("./memo-rows.ts");
    return traceMemo(dir, id);
  } catch (error) {
    return command.error(
      `error: ${dir}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function shown(column: string, value: unknown): string {
  if (secrets.has(column)) return "(hidden)";
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (typeof value === "number" && column.endsWith("_ms")) return `${value} (${momentOf(value)})`;
  if (typeof value !== "string") return String(value);
  const text = printable(value);
  return whole || text.length <= shortLength ? text : `${text.slice(0, shortLength)} …`;
}

/** Returns JSON unchanged, and other texts quoted on one line. */
function printable(text: string): string {
  return /^[[{]/.test(text) ? text : inspect(text, { breakLength: Infinity });
}

function momentOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no moment" : date.toISOString();
}
