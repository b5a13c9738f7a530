import { parseArgs } from "node:util";
import {
  expectedOutcome,
  projectFilterCases,
  readCaseMemos,
  readFilterCases,
  satisfies,
  sourceOf,
} from "../packages/core/tests/filter/filter-cases.ts";
import { askBoth, openFilterDatabase } from "../packages/db/tests/filter/filter-database.ts";

// Runs filter cases over memos through both back ends. Prints a line per difference, then the totals. `npm
// run filter:cases -- --cases FILE --memos FILE`; both default to the project's own, which has two files of
// cases.
const fixtures = new URL("../packages/core/tests/filter/", import.meta.url);
const { values } = parseArgs({
  options: { cases: { type: "string" }, memos: { type: "string" } },
});
const cases = values.cases === undefined ? projectFilterCases() : readFilterCases(values.cases);
const { memos, nowMs } = readCaseMemos(values.memos ?? new URL("memos.json", fixtures));

await using database = await openFilterDatabase(memos);
let passed = 0;
let failed = 0;
for (const entry of cases) {
  let isRight = true;
  for (const [backEnd, outcome] of Object.entries(await outcomesOf(sourceOf(entry)))) {
    if (satisfies(entry, outcome)) continue;
    isRight = false;
    console.log(`${entry.id}  ${backEnd}  expected ${expectedOutcome(entry)}  got ${outcome}`);
  }
  if (isRight) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

async function outcomesOf(source: string): Promise<Record<string, string>> {
  try {
    return { ...(await askBoth(database, memos, source, nowMs)) };
  } catch (error) {
    return { both: `error ${error instanceof Error ? error.message : String(error)}` };
  }
}
