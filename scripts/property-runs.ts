/**
 * Returns how often to try a property: `nightly` times in the nightly run, which draws fresh seeds, and a
 * tenth of that with every change, where the seeds are fixed and the same inputs would repeat.
 */
export function propertyRuns(nightly: number): number {
  return process.env["TIDEMARK_NIGHTLY"] === "1" ? nightly : Math.ceil(nightly / 10);
}
