import type { Baseline } from "./baseline.ts";
import { type BenchCase, growsBetter, isWorse, type Measurement, type Unit } from "./measure.ts";

/** Measurement of one case of a suite. */
export interface CaseResult {
  readonly bench: BenchCase;
  readonly measured: Measurement;
}

/** Share above which a slowdown counts as worse than the baseline, and not as noise. */
const toleratedShare = 0.25;

const headings = ["case", "median", "p95", "n", "goal", "baseline", ""] as const;

/** Returns a readable table; lines end with a verdict if there is one. */
export function reportTable(results: readonly CaseResult[], baseline: Baseline | null): string {
  const rows = results.map(({ bench, measured }) => {
    const before = baseline?.cases[bench.label];
    return [
      bench.label,
      formatValue(bench.unit, measured.median),
      formatValue(bench.unit, measured.p95),
      String(measured.n),
      formatGoal(bench),
      before === undefined ? "" : formatValue(bench.unit, before.median),
      verdicts({ bench, measured }, baseline).join("; "),
    ];
  });
  return alignRows([headings, ...rows]);
}

function formatGoal({ unit, goal, goalOf }: BenchCase): string {
  if (goal === null) return "";
  return formatValue(unit, goal) + (goalOf === undefined ? "" : ` ${goalOf}`);
}

/** Aligns columns: the first and the last as text, the numbers between them to the right. */
export function alignRows(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.length ?? 0;
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          const isText = column === 0 || column === columns - 1;
          return isText ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns a sentence for each missed goal or slowdown. */
export function verdicts({ bench, measured }: CaseResult, baseline: Baseline | null): string[] {
  const said: string[] = [];
  const reached = bench.goalOf === "p95" ? measured.p95 : measured.median;
  if (bench.goal !== null && isWorse(bench.unit, reached, bench.goal)) {
    said.push("MISSES ITS GOAL");
  }
  const before = baseline?.cases[bench.label];
  if (before !== undefined) {
    const share = worseBy(bench.unit, measured.median, before.median);
    if (share > toleratedShare) said.push(`${Math.round(share * 100)} % OVER BASELINE`);
  }
  return said;
}

/** Returns the share of extra time compared with before; negative if faster. */
function worseBy(unit: Unit, now: number, before: number): number {
  return growsBetter(unit) ? before / now - 1 : now / before - 1;
}

export function formatValue(unit: Unit, value: number): string {
  if (unit === "/s") {
    return value >= 1e6 ? `${(value / 1e6).toFixed(1)} M/s` : `${(value / 1e3).toFixed(1)} k/s`;
  }
  if (unit === "n") return String(value);
  if (unit === "of floor") return value.toFixed(2);
  const digits = value < 1 ? 3 : value < 10 ? 2 : 1;
  return `${value.toFixed(digits)} ${unit}`;
}
