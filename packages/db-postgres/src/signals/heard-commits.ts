import type { CommitRange } from "@tidemark/core";

/** Which of the commits that raise the number `signals` this process has heard of. */
export interface HeardCommits {
  /** These were its own, or another process has said what they are. */
  heard(commits: readonly CommitRange[]): void;
  /** Every commit up to this one has been made. What is not heard of by then is given a while to come. */
  made(last: number): void;
  /** Forgets what it knows. What is found to be made first is taken as heard. */
  clear(): void;
  stop(): void;
}

/**
 * A process may be killed between a commit and saying what it was, which nobody would hear of then.
 * `onMissed` is called where that must have happened, with nothing said of which they were. `graceMs`: how
 * long what is under way is waited for.
 */
export function createHeardCommits({
  graceMs,
  onMissed,
}: {
  readonly graceMs: () => number;
  readonly onMissed: () => void;
}): HeardCommits {
  /** Up to here everything is heard; null where that is not known. */
  let mark: number | null = null;
  /** What was heard beyond. */
  let beyond: readonly CommitRange[] = [];
  let lastMade = 0;
  let timer: NodeJS.Timeout | undefined;

  function advance(): void {
    if (mark === null) return;
    let end = mark;
    for (const [first, last] of beyond.toSorted(([a], [b]) => a - b)) {
      if (first <= end + 1) end = Math.max(end, last);
    }
    mark = end;
    beyond = beyond.filter(([, last]) => last > end);
  }

  function waitFor(due: number): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (mark === null) return;
      const isMissed = mark < due;
      mark = Math.max(mark, due);
      advance();
      if (mark < lastMade) waitFor(lastMade);
      if (isMissed) onMissed();
    }, graceMs());
    timer.unref();
  }

  return {
    heard(commits) {
      beyond = [...beyond, ...commits];
      advance();
    },
    made(last) {
      if (mark === null) {
        mark = last;
        advance();
      }
      lastMade = Math.max(last, lastMade);
      if (mark < last && timer === undefined) waitFor(last);
    },
    clear() {
      mark = null;
      beyond = [];
      lastMade = 0;
      clearTimeout(timer);
      timer = undefined;
    },
    stop: () => clearTimeout(timer),
  };
}
