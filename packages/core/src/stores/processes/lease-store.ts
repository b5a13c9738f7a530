/** Tasks that only one of the processes sharing a database runs at a time. */
export type LeaseName = "upkeep" | "sweep" | "files";

export interface Lease {
  readonly name: LeaseName;
  /** Name of the process that holds the lease. */
  readonly holder: string;
  /** Time by the shared clock, like `untilMs`. */
  readonly nowMs: number;
  /** Expiry. From then on another holder may take the lease, whatever happened to this one. */
  readonly untilMs: number;
}

/** Leases of tasks that one process at a time runs. */
export interface LeaseStore {
  /**
   * Takes or renews a lease and returns null. If another holder has it, changes nothing and returns its
   * expiry.
   */
  take(lease: Lease): Promise<number | null>;
}
