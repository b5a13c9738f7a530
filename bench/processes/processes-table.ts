import { alignRows } from "../report.ts";
import type { ProcessesResult, ProcessesRow } from "./measure-processes.ts";

/** Returns a line for each load and number of processes. */
export function processesTable(results: readonly ProcessesResult[]): string {
  const labels = results[0]?.rows.map(({ label }) => label) ?? [];
  const lines = labels.flatMap((label) =>
    results.map(({ processes, rows }) => lineOf(processes, label, rows)),
  );
  const pokes = results.map(({ processes, poke }) => [
    processes === 1 ? "poke" : "poke, another process",
    String(processes),
    `p50 ${poke.p50Ms.toFixed(1)} ms`,
    `${poke.p95Ms.toFixed(1)} ms`,
    "",
    "",
  ]);
  const headings = ["", "processes", "a second", "p95", "server ms", "PostgreSQL ms"];
  return alignRows([headings, ...lines, ...pokes]);
}

function lineOf(processes: number, label: string, rows: readonly ProcessesRow[]): string[] {
  const row = rows.find((each) => each.label === label);
  if (row === undefined) return [label, String(processes), "", "", "", ""];
  return [
    label,
    String(processes),
    row.perSecond.toFixed(0),
    `${row.p95Ms.toFixed(1)} ms`,
    row.serverMs?.toFixed(2) ?? "",
    row.postgresMs?.toFixed(2) ?? "",
  ];
}
