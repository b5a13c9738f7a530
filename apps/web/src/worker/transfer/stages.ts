import type { SentFile } from "../../owner/worker-messages.ts";

/** Files that pages sent to be imported. They are read in place, so nothing is copied. */
export interface Stages {
  put(stage: string, files: readonly SentFile[]): void;
  /** Returns the files of a stage; null if there is none. */
  files(stage: string): readonly SentFile[] | null;
  remove(stage: string): void;
}

/** Maximum number of stages. A user needs one at a time; older ones are removed. */
const maxStages = 4;

export function createStages(): Stages {
  const stages = new Map<string, readonly SentFile[]>();
  return {
    put(stage, files) {
      stages.delete(stage);
      stages.set(stage, files);
      const [oldest] = stages.keys();
      if (stages.size > maxStages && oldest !== undefined) stages.delete(oldest);
    },
    files: (stage) => stages.get(stage) ?? null,
    remove: (stage) => void stages.delete(stage),
  };
}
