/** Fewer runs than this show little about a property. */
const leastRuns = 20;

/**
 * Returns how often to try a property: `nightly` times in the nightly run, which draws fresh seeds, and a
 * tenth of that with every change, but at least 20 times: its seeds are fixed, and the same inputs repeat.
 */
export function propertyRuns(nightly: number): number {
  if (process.env["TIDEMARK_NIGHTLY"] === "1") return nightly;
  return Math.min(nightly, Math.max(leastRuns, Math.ceil(nightly / 10)));
}
