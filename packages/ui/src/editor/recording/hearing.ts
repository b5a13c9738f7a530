/** Level below which input counts as silence: 50 dB below the maximum. */
const speechThreshold = 1 / 6;
const patienceMs = 5000;

/**
 * Returns a function that detects long silence, as from a microphone that is off or the wrong one. It takes
 * each level with its time.
 */
export function createHearing(): (level: number | null, nowMs: number) => boolean {
  let heardMs: number | null = null;
  return (level, nowMs) => {
    // An unknown level, as in a pause, doesn't count as silence.
    if (heardMs === null || level === null || level >= speechThreshold) heardMs = nowMs;
    return nowMs - heardMs >= patienceMs;
  };
}
