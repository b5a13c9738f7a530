export const jobNames = ["upkeep", "sweep", "backup"] as const;
/** Regular work of a server. */
export type JobName = (typeof jobNames)[number];

/** Outcomes of the jobs that this process ran since it started. */
export interface JobLog {
  succeeded(job: JobName, atMs: number): void;
  failed(job: JobName): void;
  /** Returns when each job last succeeded; jobs that didn't are left out. */
  successes(): ReadonlyMap<JobName, number>;
  failures(job: JobName): number;
}

export function createJobLog(): JobLog {
  const times = new Map<JobName, number>();
  const failures = new Map<JobName, number>();
  return {
    succeeded: (job, atMs) => void times.set(job, atMs),
    failed: (job) => void failures.set(job, (failures.get(job) ?? 0) + 1),
    successes: () => times,
    failures: (job) => failures.get(job) ?? 0,
  };
}
