import type { Baseline } from "../baseline.ts";
import { alignRows, type CaseResult, formatValue, verdicts } from "../report.ts";

const headings = ["", "floor", "rate", "here", "rate", "ratio", "goal", "baseline", ""] as const;

/** Returns a line for each measured row; labels of results are `row: number`. */
export function floorTable(results: readonly CaseResult[], baseline: Baseline | null): string {
  const rows = Map.groupBy(results, ({ bench }) => splitLabel(bench.label).row);
  return alignRows([
    headings,
    ...[...rows].map(([row, numbers]) => lineOf(row, numbers, baseline)),
  ]);
}

function lineOf(row: string, numbers: readonly CaseResult[], baseline: Baseline | null): string[] {
  const named = new Map(numbers.map((one) => [splitLabel(one.bench.label).number, one]));
  const cell = (...names: string[]): string =>
    names.flatMap((name) => named.get(name) ?? []).map(inWords)[0] ?? "";
  const before = numbers.flatMap(({ bench }) => {
    const kept = baseline?.cases[bench.label];
    return kept === undefined ? [] : [formatValue(bench.unit, kept.median)];
  });
  const goals = numbers.flatMap(({ bench: { unit, goal } }) =>
    goal === null ? [] : [formatValue(unit, goal)],
  );
  return [
    row,
    cell("floor's processor"),
    cell("floor's rate"),
    cell("processor", "held"),
    cell("rate", "time"),
    cell("ratio"),
    goals.join(", "),
    before.join(", "),
    numbers.flatMap((one) => verdicts(one, baseline)).join("; "),
  ];
}

function inWords({ bench, measured }: CaseResult): string {
  return formatValue(bench.unit, measured.median);
}

function splitLabel(label: string): { row: string; number: string } {
  const at = label.lastIndexOf(": ");
  return { row: label.slice(0, at), number: label.slice(at + 2) };
}
