import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { type AdrRecord, readRecords, recordsOf } from "./adr-records.ts";

const root = resolve(import.meta.dirname, "../..");

/** Returns problems with the numbers of records; empty if they are 0001 to N and match their files. */
function misnumbered(records: readonly AdrRecord[]): string[] {
  return records.flatMap(({ number, file, isFolded }, index) => {
    const expected = String(index + 1).padStart(4, "0");
    return [
      ...(number === expected ? [] : [`${number} of ${file} is where ${expected} would be`]),
      ...(isFolded || file.startsWith(`${number}-`) ? [] : [`${file} is titled ${number}`]),
    ];
  });
}

/** Returns records that an index doesn't link exactly once, and rows with a title that isn't theirs. */
function misindexed(index: string, records: readonly AdrRecord[]): string[] {
  const rows = [...index.matchAll(/^\| \[(\d{4})\]\(([^)#]+)[^)]*\) \| (.*?) \|/gm)];
  const missing = records.flatMap(({ number, title, file }) => {
    const own = rows.filter(([, each]) => each === number);
    if (own.length !== 1) return [`${number} has ${own.length} rows`];
    const [, , linked, shown] = own[0] ?? [];
    return linked === file && shown === title ? [] : [`${number} is not "${title}" of ${file}`];
  });
  const known = new Set(records.map(({ number }) => number));
  const unknown = rows.flatMap(([, number = ""]) =>
    known.has(number) ? [] : [`${number} is no record`],
  );
  return [...missing, ...unknown];
}

describe("the numbers of ADRs", () => {
  test("are consecutive, and match their files", () => {
    const records = readRecords(root);
    expect(records.length).toBeGreaterThan(90);
    expect(misnumbered(records)).toEqual([]);
  });

  test("are reported if missing, repeated, or different from the title", () => {
    const records = [
      ...recordsOf("0001-a.md", "# 1. A\n\n## ADR 0002: B\n"),
      ...recordsOf("0004-c.md", "# 4. C"),
      ...recordsOf("0004-d.md", "# 5. D"),
    ];
    expect(misnumbered(records)).toEqual([
      "0004 of 0004-c.md is where 0003 would be",
      "0005 of 0004-d.md is where 0004 would be",
      "0004-d.md is titled 0005",
    ]);
  });
});

describe("the index of ADRs", () => {
  test("has one row for every ADR, with its title", () => {
    const index = readFileSync(resolve(root, "docs/adr/README.md"), "utf8");
    expect(misindexed(index, readRecords(root))).toEqual([]);
  });

  test("is reported if a row is missing, repeated, renamed or unknown", () => {
    const records = ["0001-a.md", "0002-b.md", "0003-c.md", "0004-d.md"].flatMap((file, n) =>
      recordsOf(file, `# ${n + 1}. Title ${n + 1}`),
    );
    const index = [
      "| [0001](0001-a.md) | Title 1 | accepted |",
      "| [0002](0002-b.md) | Title 2 | accepted |",
      "| [0002](0002-b.md#part) | Title 2 | accepted |",
      "| [0003](0003-c.md) | Another title | accepted |",
      "| [0009](0009-x.md) | Title 9 | accepted |",
    ].join("\n");
    expect(misindexed(index, records)).toEqual([
      "0002 has 2 rows",
      '0003 is not "Title 3" of 0003-c.md',
      "0004 has 0 rows",
      "0009 is no record",
    ]);
  });
});
