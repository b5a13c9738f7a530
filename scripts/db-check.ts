import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { check } from "../apps/server/src/verbs/check.ts";

// Compares the tags, flags, titles, snippets, indexes and counts in a data folder's database with its memos:
// `npm run db:check -- --data DIR [--mend]`, or `--database postgres://…` for PostgreSQL. Prints a line per
// difference, then the totals. Without --mend it only reads, even while a program is running on the folder.
// Exit codes: 0 all correct or repaired, 1 differences found, 2 the check failed.

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      database: { type: "string" },
      mend: { type: "boolean", default: false },
    },
  });
  const { data, database } = values;
  if (data === undefined && database === undefined) {
    return refuse("--data DIR says which folder to look at, or --database URL which database");
  }
  const place = { data: resolve(data ?? "."), database: database ?? null, files: null };
  const checked = await check({ ...place, mend: values.mend }, (line) => console.log(line));
  if (!checked.ok) return refuse(checked.error.message);
  return checked.value.failed === 0 ? 0 : 1;
}

function refuse(message: string): 2 {
  console.error(`db:check: ${message}`);
  return 2;
}
