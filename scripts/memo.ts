import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect } from "node:util";
import type { MemoTrace } from "./memo-rows.ts";
import { scriptCommand } from "./script-command.ts";

// `npm run memo -- ID --data DIR`: prints one memo through every table of a server's or a device's data
// folder. It only reads, and a program may be running on the folder. Contents are printed as well: what
// it says is not for strangers. Exit codes: 0 found, 1 nothing says anything of it, 2 it could not look.

/** What opens something, and is worth nothing to whoever looks for a fault. */
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

/** JSON as it is; every other text with its ends visible, on one line. */
function printable(text: string): string {
  return /^[[{]/.test(text) ? text : inspect(text, { breakLength: Infinity });
}

function momentOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "no moment" : date.toISOString();
}
