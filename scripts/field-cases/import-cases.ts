import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CaseOf, FieldCase, Seen } from "./read-cases.ts";
import { runProgram } from "./run-program.ts";

const root = resolve(import.meta.dirname, "../..");
const tables = readFileSync(new URL("memos-0.30.sql", import.meta.url), "utf8");

/** Imports a memos database like the command line does. `cases` are all cases of the file. */
export async function runImportCase(
  { sql, expect }: CaseOf<"import">,
  cases: readonly FieldCase[],
): Promise<Seen> {
  const statements = statementsOf(sql, cases);
  if (typeof statements === "string") return statements;
  const folder = await mkdtemp(join(tmpdir(), "tidemark-field-"));
  try {
    const [file, data] = [join(folder, "memos_prod.db"), join(folder, "data")];
    using database = new DatabaseSync(file);
    for (const statement of statements) database.exec(statement);
    database.close();
    const program = join(root, "apps/desktop/src/cli/tidemark.ts");
    const args = [program, "import", file, "--data", data, "--user", "ann"];
    const { output, errors, code } = await runProgram(args, { cwd: root });
    if (code !== 0) return `exit ${code}: ${errors.trim()}`;
    return judge(expect, output, data);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the SQL statements, with those given as text resolved; an error message if one is unknown. */
function statementsOf(sql: readonly string[], cases: readonly FieldCase[]): string[] | string {
  const statements: string[] = [];
  for (const line of sql) {
    const other = cases.find(({ id }) => line === `as ${id}`);
    if (other?.kind === "import") {
      const same = statementsOf(other.sql, cases);
      if (typeof same === "string") return same;
      statements.push(...same);
      continue;
    }
    const [changed] = /^the tables of memos 0\.30(?:, but |$)/.exec(line) ?? [];
    if (changed !== undefined) {
      const [, table = "", columns] = /^(\w+)(\(.*\)):/s.exec(line.slice(changed.length)) ?? [];
      statements.push(tables);
      if (columns !== undefined)
        statements.push(`DROP TABLE ${table}; CREATE TABLE ${table}${columns}`);
    } else if (/^(?:INSERT|UPDATE|DELETE|CREATE|DROP|ALTER) /i.test(line)) statements.push(line);
    else return `the statement is not known: ${line}`;
  }
  return statements;
}

/**
 * Compares the expected counts with the last line of output, and the expected reaction with the stored ones.
 */
function judge(expect: string, output: string, data: string): Seen {
  const counts = expect.match(/\d+ (?:new|same|skipped|problems)/g) ?? [];
  const last = output.trim().split("\n").at(-1) ?? "";
  const wrong = counts.find((count) => !last.split(/: |, /).includes(count));
  if (counts.length === 0 || wrong !== undefined) return output.trim();
  const [, reaction] = /has the reaction (\S+)/.exec(expect) ?? [];
  if (reaction === undefined) return null;
  using database = new DatabaseSync(join(data, "tidemark.db"), { readOnly: true });
  const rows = database
    .prepare("SELECT value FROM memo_element WHERE set_name = 'reaction' AND value IS NOT NULL")
    .all();
  const stored = rows.map(({ value }) => String(value));
  return stored.some((value) => value.includes(reaction))
    ? null
    : `the reactions are ${JSON.stringify(stored)}`;
}
