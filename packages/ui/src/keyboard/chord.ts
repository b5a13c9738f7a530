const chordMs = 1500;

let started = { key: "", untilMs: 0 };

/** The first key of a pair was pressed: `g` of `g t`. */
export function startChord(key: string): void {
  started = { key, untilMs: performance.now() + chordMs };
}

/** Whether the pair was begun a moment ago; asking ends it. */
export function takeChord(key: string): boolean {
  const isStarted = started.key === key && performance.now() < started.untilMs;
  started = { key: "", untilMs: 0 };
  return isStarted;
}
