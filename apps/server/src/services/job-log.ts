/** Regular work of a server. */
export type JobName = "upkeep" | "sweep";

/** Times at which jobs of this process last succeeded. */
export interface JobLog {
  succeeded(job: JobName, atMs: number): void;
  /** Returns the jobs that succeeded since the start. */
  list(): readonly { readonly job: JobName; readonly atMs: number }[];
}

export function createJobLog(): JobLog {
  const times = new Map<JobName, number>();
  return {
    succeeded: (job, atMs) => void times.set(job, atMs),
    list: () => [...times].map(([job, atMs]) => ({ job, atMs })),
  };
}
