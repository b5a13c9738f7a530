import { writeFileSync } from "node:fs";
import {
  coverageTable,
  findGaps,
  tableFile,
} from "../apps/server/tests/promises/coverage-table.ts";

// `npm run api:coverage`: generates docs/api-coverage.md from the rows of the specification.

writeFileSync(tableFile, coverageTable());
const gaps = findGaps();
for (const gap of gaps) process.stderr.write(`${gap}\n`);
process.exitCode = gaps.length > 0 ? 1 : 0;
