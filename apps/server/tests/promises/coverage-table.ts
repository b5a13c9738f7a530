import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { CoveragePart, CoverageRow } from "./coverage-row.ts";
import { coverage } from "./rows.ts";

export const tableFile = resolve(import.meta.dirname, "../../../../docs/api-coverage.md");
const testsFolder = resolve(import.meta.dirname, "..");

/** Returns a line for each problem of the rows; [] if every row has existing tests. */
export function findGaps(parts: readonly CoveragePart[] = coverage): string[] {
  const rows = parts.flatMap((part) => part.rows);
  const ids = rows.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...parts.flatMap(misnumbered),
    ...rows.filter(({ tests }) => tests.length === 0).map(({ id }) => `${id} has no test`),
    ...rows.flatMap(({ id, tests }) =>
      tests.filter((test) => !isWritten(test)).map((test) => `${id}: there is no ${test}`),
    ),
  ];
}

/** Returns the problems of a part's ids, which must share a word and be numbered from 1. */
function misnumbered({ title, rows }: CoveragePart): string[] {
  const [, word] = /^(P-[A-Z]+-)1$/.exec(rows[0]?.id ?? "") ?? [];
  if (word === undefined) return [`${title}: begins with ${rows[0]?.id ?? "nothing"}`];
  return rows.flatMap(({ id }, index) =>
    id === `${word}${index + 1}` ? [] : [`${id} stands where ${word}${index + 1} would`],
  );
}

function isWritten(test: string): boolean {
  const { file, title } = split(test);
  const path = resolve(testsFolder, file);
  return existsSync(path) && readFileSync(path, "utf8").includes(`"${title}"`);
}

/** Returns the content of `docs/api-coverage.md`. */
export function coverageTable(): string {
  const parts = coverage.map(({ title, rows }) => {
    const lines = rows.map((row) => `| ${row.id} | ${says(row)} | ${cell(row)} |`);
    return [`## ${title}`, "", "| | | Tests |", "|---|---|---|", ...lines].join("\n");
  });
  const head = [
    "<!-- Made by `npm run api:coverage`; edit apps/server/tests/promises/rows.ts instead. -->",
    "",
    "# Promises of the API and their tests",
    "",
    "Each row is a promise of the API's specification, in both of its forms, with its tests. Test files are in `apps/server/tests` and call a real server over HTTP. A test fails if a row has no test, if a named test doesn't exist, or if this page is outdated.",
  ];
  return `${[head.join("\n"), ...parts].join("\n\n")}\n`;
}

function says({ says: promise, why }: CoverageRow): string {
  return why === undefined ? promise : `${promise}: ${why}`;
}

function cell({ tests }: CoverageRow): string {
  return tests
    .map((test) => {
      const { file, title } = split(test);
      return `\`${file}\`: ${title}`;
    })
    .join("<br>");
}

function split(test: string): { file: string; title: string } {
  const [file = "", title = ""] = test.split(" › ", 2);
  return { file, title };
}
