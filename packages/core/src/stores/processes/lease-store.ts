/** What one process at a time does, of those that share a database. */
export type LeaseName = "upkeep" | "sweep" | "files";

export interface Lease {
  readonly name: LeaseName;
  /** Who takes it: one process. */
  readonly holder: string;
  /** By the clock that all holders have in common, as `untilMs`. */
  readonly nowMs: number;
  /** From then on another holder may take it, whatever became of this one. */
  readonly untilMs: number;
}

/** Who does what one process at a time does. */
export interface LeaseStore {
  /**
   * Takes or renews a lease: null. While another holder has it nothing is changed, and it is said until when
   * that is.
   */
  take(lease: Lease): Promise<number | null>;
}
