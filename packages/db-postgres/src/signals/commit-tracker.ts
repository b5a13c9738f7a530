import type { CommitRange } from "@tidemark/core";

/** Tracks which commits that raise the number `signals` this process knows about. */
export interface CommitTracker {
  /** Records commits of this process, or ones that another process has announced. */
  heard(commits: readonly CommitRange[]): void;
  /** Records that every commit up to this one exists. Those not announced yet get a grace period. */
  made(last: number): void;
  /** Resets the tracker. The first commits found afterwards count as known. */
  clear(): void;
  stop(): void;
}

/**
 * Creates a tracker. A process may be killed between a commit and its announcement. `onMissed` is called if
 * that must have happened, without the commits. `graceMs`: time to wait for announcements.
 */
export function createCommitTracker({
  graceMs,
  onMissed,
}: {
  readonly graceMs: () => number;
  readonly onMissed: () => void;
}): CommitTracker {
  /** All commits up to this one are known; `null` before the first is found. */
  let mark: number | null = null;
  /** Known commits after `mark`. */
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
