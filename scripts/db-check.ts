import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { check } from "../apps/server/src/verbs/check.ts";

// Holds tags, flags, titles, snippets, indexes and counts of a data folder's database against its
// memos: `npm run db:check -- --data DIR [--mend]`, or `--database postgres://…` of one in PostgreSQL. A
// line per difference, then the tally. Without --mend it only reads, and a program may be running on the
// folder. Exit codes: 0 all is right or was
// mended, 1 something is wrong, 2 it could not be looked at.

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
