/** Minimum number of runs; fewer show little about a property. */
const leastRuns = 20;

/**
 * Returns how often to try a property. In the nightly run, which uses fresh seeds, `nightly` times. With
 * every change a tenth of that, but at least 20 times: its seeds are fixed, so the inputs repeat.
 */
export function propertyRuns(nightly: number): number {
  if (process.env["TIDEMARK_NIGHTLY"] === "1") return nightly;
  return Math.min(nightly, Math.max(leastRuns, Math.ceil(nightly / 10)));
}
