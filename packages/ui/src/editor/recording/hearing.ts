/** Below it nobody speaks: 50 dB under the loudest there can be. */
const heardFrom = 1 / 6;
const patienceMs = 5000;

/**
 * Says whether a recording has been without a sound for long: by a microphone that is off, or by
 * another one than is spoken into. Told each level and when it was.
 */
export function createHearing(): (level: number | null, nowMs: number) => boolean {
  let heardMs: number | null = null;
  return (level, nowMs) => {
    // Where nobody can say how loud it is, and in a pause, nothing is missed.
    if (heardMs === null || level === null || level >= heardFrom) heardMs = nowMs;
    return nowMs - heardMs >= patienceMs;
  };
}
