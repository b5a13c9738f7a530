import type { MoveProgress } from "@tidemark/db-postgres";

/** Reports the progress of a move. */
export interface ProgressReporter {
  rows(progress: MoveProgress): void;
  /** Reports the number of files that are done. */
  files(done: number): void;
}

const everyMs = 5000;

/** Prints a line when a stage begins, and every five seconds. */
export function reportNowAndThen(
  print: (line: string) => void,
  nowMs: () => number = () => performance.now(),
): ProgressReporter {
  let lastStage = "";
  let lastMs = 0;
  const report = (stage: string, line: string): void => {
    if (stage === lastStage && nowMs() - lastMs < everyMs) return;
    lastStage = stage;
    lastMs = nowMs();
    print(line);
  };
  return {
    rows: ({ stage, rows, of }) =>
      report(stage, stage === "indexing" ? "indexing" : `${stage}: ${rows} of ${of} rows`),
    files: (done) => report("files", `files: ${done}`),
  };
}
